import { beforeEach, describe, expect, it, vi } from 'vitest';
import { applicationKeys } from '@solostead/contract/application';
import { applicationHeaders } from '@solostead/contract/headers';
import { forEachQuestion } from '@solostead/contract/questions';
import { forgetFormKey } from './received/form-key.ts';
import { submitApplication } from './submit.ts';

const application = {
  name: 'Sample Builder',
  email: 'sample@example.org',
  linkedin: 'https://www.linkedin.com/in/sample',
  sectors: 'Logistics',
  ...forEachQuestion(true as const),
};
const submit = (change: object = {}) =>
  submitApplication(
    { ...application, ...change },
    { elapsed: 2345, honeypot: '', proof: null, questionsVersion: 1 },
  );

type Answer = () => Response | Promise<Response>;
interface Request {
  readonly path: string;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

/** Answers the insert, and the request for the mail, in place of the backend. Returns what is requested. */
function backend(insert: Answer, mail: Answer = () => Response.json({ success: true })): Request[] {
  const requests: Request[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers, body }: RequestInit) => {
    const { pathname: path } = new URL(url);
    requests.push({ path, headers: new Headers(headers), body: JSON.parse(String(body)) });
    return path.startsWith('/rest/') ? insert() : mail();
  });
  return requests;
}

const saved: Answer = () => new Response(null, { status: 201 });
const refused =
  (status: number, code: string, message = ''): Answer =>
  () =>
    Response.json({ code, message }, { status });
const lost: Answer = () => Promise.reject(new TypeError('network down'));

beforeEach(() => forgetFormKey());

it('inserts the eleven keys with the public key, then requests the mail (contract P3.1, P7.1, P7.2, P7.5)', async () => {
  vi.stubEnv('PUBLIC_SUPABASE_KEY', 'public');
  const requests = backend(saved);
  expect(await submit()).toMatchObject({ kind: 'sent' });
  expect(requests.map(({ path }) => path)).toEqual([
    '/rest/v1/applications',
    '/functions/v1/send-confirmation-email',
  ]);
  const [insert, mail] = requests;
  expect(Object.keys(insert!.body).sort()).toEqual([...applicationKeys].sort());
  expect(requests.map(({ headers }) => headers.get('apikey'))).toEqual(['public', 'public']);
  expect(insert!.headers.get('prefer')).toBe('return=minimal');
  expect(insert!.headers.has('authorization')).toBe(false);
  expect(mail!.body).toEqual({ name: application.name, email: application.email });
});

describe('the result of a submission', () => {
  it.each<readonly [what: string, insert: Answer, outcome: object]>([
    ['an error of the server', () => new Response('down', { status: 500 }), { kind: 'failed' }],
    ['an empty answer 404', () => new Response(null, { status: 404 }), { kind: 'failed' }],
    ['a lost connection', lost, { kind: 'failed' }],
    [
      'a duplicate',
      refused(409, '23505', 'duplicate key value violates unique constraint "applications_email_key"'),
      { kind: 'duplicate', fields: ['email'] },
    ],
    [
      'too many applications',
      refused(429, 'x', 'Please try again in 5 minutes.'),
      { kind: 'later', message: 'Please try again in 5 minutes.' },
    ],
    ['a rate limit without a message', refused(429, 'x'), { kind: 'failed' }],
    [
      'closed applications',
      refused(400, 'applications_closed', 'Applications are closed.'),
      { kind: 'closed', message: 'Applications are closed.' },
    ],
    ['a missing proof of work', refused(400, 'proof_needed'), { kind: 'proof-needed' }],
  ])('follows from %s, without a request for the mail', async (_what, insert, outcome) => {
    const requests = backend(insert);
    expect(await submit()).toEqual(outcome);
    expect(requests).toHaveLength(1);
  });

  it.each<readonly [what: string, mail: Answer]>([
    ['is refused', () => new Response('{"error":"mail"}', { status: 502 })],
    ['is lost', lost],
  ])('is an application without a mail if the request for it %s (contract P8.3)', async (_what, mail) => {
    backend(saved, mail);
    expect(await submit()).toMatchObject({ kind: 'saved' });
  });
});

it('sends the same hash of a key until the application is saved or changed', async () => {
  const keyOf = async (answer: Answer, change?: object) => {
    const requests = backend(answer);
    await submit(change);
    return requests[0]?.headers.get(applicationHeaders.formKey);
  };
  const first = await keyOf(lost);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
  expect(await keyOf(lost)).toBe(first);
  const changed = await keyOf(lost, { sectors: 'Music' });
  expect(changed).not.toBe(first);
  expect(await keyOf(saved, { sectors: 'Music' })).toBe(changed);
  expect(await keyOf(saved, { sectors: 'Music' })).not.toBe(changed);
});
