import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { callProcedure, TooManyRequests } from '../_shared/call-procedure.ts';
import inviteAdmin from './index.ts';
import { inviteOrFind, mailFreshLink } from './invitation.ts';

interface Reply {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers of the other services by path, and their recorded requests. */
let answers: Record<string, Reply>;
let requests: { path: string; headers: NodeJS.Dict<string | string[]>; body: unknown }[];
let services: Server;

beforeAll(async () => {
  services = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url!;
    requests.push({ path, headers: request.headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
    const { status, body = '', headers = {} } = answers[path.replace(/\?.*/, '')] ?? { status: 404 };
    response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => services.once('listening', resolve));
});
afterAll(() => void services.close());

beforeEach(() => {
  [answers, requests] = [{}, []];
  const address = services.address();
  vi.stubEnv('SUPABASE_URL', `http://127.0.0.1:${typeof address === 'object' ? address!.port : 0}`);
  vi.stubEnv('SUPABASE_SECRET_KEYS', '{"default":"sb_secret_sample"}');
  vi.stubEnv('SITE_URL', 'https://lab.example.org/');
});

const INVITE = '/auth/v1/invite';
const RECOVER = '/auth/v1/recover';
const words = { invitation: 'i', inviter: 'Ada' };
const ACCOUNT = '/rest/v1/rpc/review_account_find';

describe('an invitation', () => {
  test('is requested with the secret key, and leads to the review', async () => {
    answers[INVITE] = { status: 200, body: { id: 'new' } };
    expect(await inviteOrFind('a@example.org', words)).toBeNull();
    expect(requests).toMatchObject([
      {
        path: `${INVITE}?redirect_to=https%3A%2F%2Flab.example.org%2Fadmin`,
        headers: { apikey: 'sb_secret_sample', authorization: 'Bearer sb_secret_sample' },
        body: { email: 'a@example.org', data: words },
      },
    ]);
  });

  test('grants access to an existing account', async () => {
    answers = {
      [INVITE]: { status: 422, body: { error_code: 'email_exists' } },
      [ACCOUNT]: { status: 200, body: '"known"' },
    };
    expect(await inviteOrFind('a@example.org', words)).toBe('known');
    expect(requests[1]).toMatchObject({ path: ACCOUNT, body: { email: 'a@example.org' } });
  });

  const tooMany = (when: string) =>
    `Too many invitations were sent within the hour. Please try again ${when}.`;
  const wait = (seconds: string) => ({ 'retry-after': seconds });

  const later = { message: 'The mail server did not take the invitation. Please try again later.' };

  test.each<readonly [reply: Reply, status: number, refused: { message: string; headers?: object }]>([
    [
      { status: 422, body: { error_code: 'email_exists' } },
      409,
      { message: 'This address belongs to an account that cannot be invited.' },
    ],
    [{ status: 429, headers: wait('60') }, 429, { message: tooMany('in 1 minute'), headers: wait('60') }],
    [{ status: 429, headers: wait('61') }, 429, { message: tooMany('in 2 minutes') }],
    [{ status: 429 }, 429, { message: tooMany('later'), headers: {} }],
    [
      { status: 422, body: { msg: 'it is invalid' } },
      400,
      { message: 'This address cannot be invited: it is invalid.' },
    ],
    [{ status: 400, body: 'no JSON' }, 400, { message: 'This address cannot be invited: it was refused.' }],
    [{ status: 500, body: { msg: 'secret words' } }, 502, later],
  ])('answered with %j is refused with %i', async (reply, status, refused) => {
    answers = { [INVITE]: reply, [ACCOUNT]: { status: 200, body: 'null' } };
    await expect(inviteOrFind('a@example.org', words)).rejects.toMatchObject({ status, ...refused });
  });
});

describe('a fresh link', () => {
  const exists = { status: 422, body: { error_code: 'email_exists' } };

  test.each<[what: string, replies: Record<string, Reply>, paths: string[], failure: string | null]>([
    ['an invitation', { [INVITE]: { status: 200 } }, [INVITE], null],
    [
      'a new password for an account',
      { [INVITE]: exists, [RECOVER]: { status: 200 } },
      [INVITE, RECOVER],
      null,
    ],
    ['nothing within a minute', { [INVITE]: { status: 429 } }, [INVITE], 'fresh link not sent: 429 '],
  ])('is one of %s', async (_what, replies, paths, failure) => {
    answers = replies;
    const sent = mailFreshLink('a@example.org', words).catch((error: unknown) => (error as Error).message);
    expect((await sent) ?? null).toBe(failure);
    expect(requests.map(({ path }) => path.replace(/\?.*/, ''))).toEqual(paths);
  });

  const AGAIN = '/rest/v1/rpc/review_invitation_resend';
  const again = async (invitation: string) => {
    const headers = { 'x-forwarded-for': '192.0.2.1, 10.0.0.1' };
    const request = new Request('http://x', {
      method: 'POST',
      headers,
      body: JSON.stringify({ invitation }),
    });
    const response = await inviteAdmin.fetch(request);
    return [response.status, await response.json()];
  };

  test.each<[reply: Reply, status: number, answer: object]>([
    [{ status: 200, body: { email: 'a@example.org', ...words } }, 200, { success: true }],
    [{ status: 200, body: 'null' }, 200, { success: true }],
    [{ status: 429, body: { message: 'Later.', details: '30' } }, 429, { error: 'Later.' }],
    [{ status: 503 }, 502, { error: 'The link could not be sent. Please try again later.' }],
  ])('asked for by anyone, after %j, is answered with %i', async (reply, status, answer) => {
    answers = { [AGAIN]: reply, [INVITE]: { status: 200 } };
    expect(await again('x')).toEqual([status, answer]);
    expect(requests.find(({ path }) => path === AGAIN)).toMatchObject({
      body: { invitation: 'x', client: '192.0.2.1' },
    });
  });
});

describe('a request for an invitation', () => {
  const ME = '/rest/v1/rpc/my_account';
  const onlyOwners = { error: 'Only an owner invites people.' };
  const later = { error: 'The invitation could not be sent. Please try again later.' };
  const ask = async (body: object) => {
    const request = { email: 'a@example.org', access: 'reader', ...body };
    const response = await inviteAdmin.fetch(
      new Request('http://x', { method: 'POST', body: JSON.stringify(request) }),
    );
    return [response.status, await response.json()];
  };

  test.each([
    [{ email: 'no' }, 'Please give the email address of one person.'],
    [{ email: `${'x'.repeat(70)}..@lab.example` }, 'Please give the email address of one person.'],
    [{ access: 'king' }, 'An access is owner, reviewer or reader.'],
    [{ name: ['Sample'] }, 'A name is a text.'],
  ])('of %j is refused before anyone is asked', async (body, error) => {
    expect([await ask(body), requests]).toEqual([[400, { error }], []]);
  });

  test.each<[reply: Reply, status: number, answer: object]>([
    [{ status: 401 }, 403, onlyOwners],
    [{ status: 200, body: { access: 'reviewer' } }, 403, onlyOwners],
    [{ status: 429, body: { message: 'Later.', details: '30' } }, 502, later],
    [{ status: 429, body: { message: 'No connection.', details: null } }, 502, later],
    [{ status: 503, body: { message: 'no database' } }, 502, later],
  ])('after my_account answered %j is refused with %i', async (reply, status, answer) => {
    answers[ME] = reply;
    expect(await ask({})).toEqual([status, answer]);
    expect(requests.map(({ path }) => path)).toEqual([ME]);
  });
});

describe('a call of a database function', () => {
  const CALLED = '/rest/v1/rpc/some_function';
  const call = () => callProcedure('some_function', { a: 1 });

  test.each<[body: string, answer: unknown]>([
    ['[1]', [1]],
    ['null', null],
    ['', null],
    ['"text"', 'text'],
  ])('returns %j for an answer of %j', async (body, answer) => {
    answers[CALLED] = { status: 200, body };
    expect(await call()).toEqual(answer);
    expect(requests[0]).toMatchObject({ headers: { apikey: 'sb_secret_sample' }, body: { a: 1 } });
  });

  test('uses the caller’s credentials if it has them', async () => {
    answers[CALLED] = { status: 204 };
    await callProcedure('some_function', {}, { apikey: 'sb_publishable_x', authorization: 'Bearer theirs' });
    expect(requests[0]!.headers).toMatchObject({
      apikey: 'sb_publishable_x',
      authorization: 'Bearer theirs',
    });
  });

  test('passes on a rate limit and its duration', async () => {
    answers[CALLED] = { status: 429, body: { message: 'Later.', details: '30' } };
    const refusal = await call().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(TooManyRequests);
    expect(refusal).toMatchObject({ message: 'Later.', seconds: 30 });
  });

  // A 429 without details is the data API's own and names no seconds.
  test.each([400, 401, 404, 429, 500, 503])(
    'reports function and status of a failure with %s, but not its text',
    async (status) => {
      answers[CALLED] = { status, body: { message: 'a@example.org' } };
      await expect(call()).rejects.toMatchObject({ message: `some_function answered ${status}.`, status });
    },
  );
});
