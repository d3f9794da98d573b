import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/sha';
import { randomBytes } from 'node:crypto';
import { steps } from '@solostead/server-testkit/random';
import type { ApplicationRow } from '@solostead/contract/application';
import { applicationHeaders } from '@solostead/contract/headers';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { sampleApplication } from '../../harness/applicant.ts';
import { describe, expect, testLimited, type TestServer } from '../../harness/fixtures.ts';

// Anonymous callers try to find out which addresses and profiles have applied, by every procedure that they may call and
// by the INSERT, in every form of a request that may undo its own count.

const test = testLimited().extend('desk', { scope: 'file' }, ({ server }) => openDesk(server));

/** The requests that each purpose allows one caller. */
const ALLOWED = 2;

/** The requests that a caller has left, and whether those go to a known address. */
const cases = [1, 0].flatMap((left) => [true, false].map((isKnown) => ({ left, isKnown })));
/** True to try every case of each procedure and form, in place of one after the other. */
const isThorough = steps > 500;

test.beforeAll(({ server }) =>
  server.sql(
    `update private.rate_limits set per_caller = ${ALLOWED}, per_network = 100, per_everyone = null`,
  ),
);

type Headers = Readonly<Record<string, string>>;

/** A form of a request. `body` writes the arguments or the row, `other` is a second row. */
interface Form {
  readonly method?: string;
  readonly query?: string;
  readonly headers?: Headers;
  readonly body?: (row: object, other: object) => string;
  /** True if it is a form of a call, too. */
  readonly isCall?: boolean;
}

const csv = (...rows: object[]) => [Object.keys(rows[0]!), ...rows.map(Object.values)].join('\n');
const SINGLE = { accept: 'application/vnd.pgrst.object+json' };
const CSV = { 'content-type': 'text/csv' };

const forms: Readonly<Record<string, Form>> = {
  plain: { isCall: true },
  'a list of one': { isCall: true, body: (row) => JSON.stringify([row]) },
  'a list with another row': { isCall: true, body: (row, other) => JSON.stringify([row, other]) },
  'a list after another row': { body: (row, other) => JSON.stringify([other, row]) },
  'a list with nothing': { body: (row) => `[${JSON.stringify(row)}, {}]` },
  'a list of columns': {
    query: `columns=${Object.keys(sampleApplication()).join()}`,
    body: (row) => JSON.stringify([row, {}]),
  },
  csv: { isCall: true, headers: CSV, body: (row) => csv(row) },
  'csv with another row': { headers: CSV, body: (row, other) => csv(row, other) },
  'a form': {
    isCall: true,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: (row) => new URLSearchParams(row as Record<string, string>).toString(),
  },
  'a rollback': { isCall: true, headers: { prefer: 'tx=rollback' } },
  'at most no row': { isCall: true, headers: { prefer: 'handling=strict,max-affected=0' } },
  'a single answer': { isCall: true, query: 'limit=0', headers: SINGLE },
  'a range': { isCall: true, query: 'offset=1', headers: SINGLE },
  'an upsert': { headers: { prefer: 'resolution=merge-duplicates' } },
  'an upsert by email': { query: 'on_conflict=email', headers: { prefer: 'resolution=ignore-duplicates' } },
  'an upsert by id': { query: 'on_conflict=id', headers: { prefer: 'resolution=ignore-duplicates' } },
  'a returned row': { headers: { prefer: 'return=representation' } },
  'only headers': { headers: { prefer: 'return=headers-only' } },
  'defaults for what is missing': { headers: { prefer: 'missing=default' } },
  'a key of the form': { headers: { [applicationHeaders.formKey]: 'ab'.repeat(32) } },
  'a filled trap': { headers: { [applicationHeaders.honeypot]: 'x' } },
  'a fast form': { headers: { [applicationHeaders.elapsed]: '1' } },
  'headers that are not read': {
    headers: {
      [applicationHeaders.firstTouch]: 'landing=%00',
      [applicationHeaders.questionsVersion]: '999999',
    },
  },
  'a plan': { isCall: true, headers: { accept: 'application/vnd.pgrst.plan+json; options=analyze' } },
  PUT: { method: 'PUT' },
  PATCH: { method: 'PATCH' },
  GET: { isCall: true, method: 'GET' },
  HEAD: { isCall: true, method: 'HEAD' },
};

const callForms = Object.keys(forms).filter((form) => forms[form]!.isCall);

test.for(Object.keys(forms))(
  'an application as %s reveals no address or profile beyond the limit',
  (form, { desk }) => desk.expectBounded('applications', forms[form]!),
);

test.for(callForms)('no procedure as %s reveals an address beyond the limit', async (form, { desk }) => {
  for (const [place, target] of desk.procedures.entries()) {
    const one = cases[(place + callForms.indexOf(form)) % cases.length]!;
    await desk.expectBounded(target, forms[form]!, isThorough ? cases : [one]);
  }
});

test('a caller who changed an application forty times learns of no profile', async ({ server, desk }) => {
  const own = await desk.applicant();
  await server.sql`insert into public.application_events (application_id, kind, detail)
    select ${own.id}::uuid, 'applicant', '{"action": "corrected"}' from generate_series(1, 40)`;
  const from = desk.newCaller();
  const ask = (isKnown: boolean) =>
    desk.ask({ target: 'rpc/my_application_correct', form: {}, from, own }, isKnown);
  expect([await ask(true), await ask(false)]).toEqual([
    [200, 'too_many_changes'],
    [200, 'too_many_changes'],
  ]);
});

describe('while proof of work is on', () => {
  test.beforeAll(({ server }) =>
    server.sql(`update private.form_protection set proof_of_work = true, proof_prefix = '00'`),
  );

  test.for(Object.keys(forms))('one solution gives one answer as %s', async (form, { server, desk }) => {
    await server.sql(
      `update private.rate_limits set per_caller = 1000, per_network = 1000 where purpose = 'application'`,
    );
    for (const isKnown of [true, false]) {
      const proof = { [applicationHeaders.proof]: JSON.stringify(await solved(server)) };
      const sent = { ...forms[form], headers: { ...forms[form]!.headers, ...proof } };
      const own = await desk.applicant();
      await desk.expectSpent({ target: 'applications', form: sent, from: desk.newCaller(), own }, 0, isKnown);
    }
  });
});

/** An application of the caller, with the secrets of its form and of its page. */
interface Own {
  readonly id: string;
  readonly key: string;
  readonly secret: string;
}

interface Asking {
  readonly target: string;
  readonly form: Form;
  readonly from: string;
  readonly own: Own;
}

async function openDesk(server: TestServer) {
  const known = sampleApplication();
  await insert(known);
  const routines = await server.sql<{ name: string; args: string[] }>(`
    select p.proname as name, coalesce(p.proargnames, '{}') as args from pg_proc p
     where p.pronamespace = 'public'::regnamespace and has_function_privilege('anon', p.oid, 'execute') order by 1`);
  const argumentsOf = Object.fromEntries(routines.map(({ name, args }) => [`rpc/${name}`, args]));

  /** Stores an application as an operator, whom nothing limits. */
  function insert({ name, email, linkedin, sectors }: ApplicationRow) {
    return server.value<string>(
      `insert into public.applications (name, email, linkedin, sectors, ${questionColumns})
       values ('${name}', '${email}', '${linkedin}', '${sectors}', ${answersYes}) returning id`,
    );
  }

  /** Two applications of a caller, one with the key of its form and a confirmed one with a link to its page. */
  async function applicant(): Promise<Own> {
    const key = randomBytes(32).toString('hex');
    await server.sql`update public.applications set form_key = sha256(convert_to(${key}, 'UTF8'))
      where id = ${await insert(sampleApplication())}`;
    const found = await server.row<Omit<Own, 'key'>>`
      update public.applications set email_confirmed_at = now() where id = ${await insert(sampleApplication())}
      returning id, private.make_link(id, gen_random_uuid()) as secret`;
    return { ...found, key };
  }

  /** The row or the arguments of a request about an address and a profile. */
  function bodyOf({ target, own }: Asking, about: ApplicationRow): object {
    if (target === 'applications') return about;
    const { email, linkedin, name, sectors } = about;
    const values: Readonly<Record<string, unknown>> = {
      ...{ email, linkedin, name, sectors },
      ...{ application_key: own.key, link_secret: own.secret, application_id: own.id, request: 'withdraw' },
    };
    return Object.fromEntries(argumentsOf[target]!.map((argument) => [argument, values[argument] ?? null]));
  }

  /** Sends a request and returns its status and the outcome or code of its answer. */
  async function ask(asking: Asking, isKnown: boolean): Promise<readonly [number, unknown]> {
    const { target, form, from } = asking;
    const body = bodyOf(asking, isKnown ? known : sampleApplication());
    const { method = 'POST', headers, query = '' } = form;
    const isRead = method === 'GET' || method === 'HEAD';
    const search = isRead ? new URLSearchParams(body as Record<string, string>).toString() : query;
    const response = await fetch(`${server.url}/rest/v1/${target}?${search}`, {
      method,
      headers: {
        apikey: server.publishableKey,
        'content-type': 'application/json',
        'x-forwarded-for': from,
        ...headers,
      },
      body: isRead ? null : (form.body?.(body, bodyOf(asking, sampleApplication())) ?? JSON.stringify(body)),
    });
    const text = await response.text();
    const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>;
    return [response.status, answer['outcome'] ?? answer['code'] ?? ''];
  }

  let callers = 0;
  const newCaller = () => `10.${(callers += 1) >> 8}.${callers & 255}.1`;

  /**
   * Asks about known or about new addresses until `left` requests are used up, and expects that the answer to a known
   * one is then that to a new one.
   */
  async function expectSpent(asking: Asking, left: number, isKnown: boolean): Promise<void> {
    for (let used = 0; used <= left; used += 1) await ask(asking, isKnown);
    expect([asking.target, isKnown, left, await ask(asking, true)]).toEqual([
      asking.target,
      isKnown,
      left,
      await ask(asking, false),
    ]);
  }

  /** Expects that a caller with one request left learns one thing at most, and one with none left nothing. */
  async function expectBounded(target: string, form: Form, tried = cases): Promise<void> {
    for (const { left, isKnown } of tried) {
      const asking = { target, form, from: newCaller(), own: await applicant() };
      for (let used = left; used < ALLOWED; used += 1) await ask({ ...asking, form: {} }, true);
      await expectSpent(asking, left, isKnown);
    }
  }

  return { procedures: Object.keys(argumentsOf), applicant, ask, newCaller, expectSpent, expectBounded };
}

async function solved(server: TestServer): Promise<object> {
  const response = await fetch(`${server.url}/rest/v1/rpc/application_challenge`, {
    method: 'POST',
    headers: { apikey: server.publishableKey },
  });
  const challenge = (await response.json()) as Challenge;
  const { nonce, salt, expiresAt } = challenge.parameters;
  const solution = await solveChallenge({ challenge, deriveKey });
  return { nonce, salt, expiresAt, counter: solution!.counter, signature: challenge.signature };
}
