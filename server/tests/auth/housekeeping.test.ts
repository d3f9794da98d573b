import { Client } from 'pg';
import { afterAll } from 'vitest';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { startServer } from '@solostead/server-testkit/servers/server';
import { refresh, send } from '@solostead/server-testkit/auth/scenario';
import { signedInClient } from '@solostead/server-testkit/auth/clients';
import {
  describe,
  expect,
  publicSite,
  testPublic as test,
  type TestServer,
} from '@solostead/server-testkit/fixtures';

const ROW_COUNT = 3_500;
const MANY_SESSIONS = 250;
/** Every third token, the one that the person has, and the one that is locked. */
const KEPT_COUNT = Math.floor(ROW_COUNT / 3) + 2;
const LOCKED_TOKEN = '1'.padStart(12, '0');
let server: TestServer;
let copy: TestServer;
let locks: Client;
let scene: Awaited<ReturnType<typeof plantScene>>;

test.beforeAll(async ({ server: shared }) => {
  server = shared;
  scene = await plantScene();
  locks = await lock();
  // A copy tidies up when it starts, and every hour.
  copy = await startServer({ env: { ...publicSite, DATABASE_URL: server.databaseUrl } });
  // The last thing that is tidied.
  await eventually(async () => (await tokensOf(scene.crowded)).length === KEPT_COUNT);
});
afterAll(async () => {
  await locks?.end();
  await copy?.stop();
});

describe('a refresh token is deleted thirty days after it was revoked (contract A2.3)', () => {
  test('except the parent of the active one, which still returns its child', async () => {
    const { old } = scene;
    expect(await tokensOf(old)).toEqual(old.tokens.slice(-2));
    const again = await refresh(server, old.tokens.at(-2)!);
    expect(again).toMatchObject({ status: 200, body: { refresh_token: old.tokens.at(-1) } });
  });

  test('and is then refused like an unknown token, without ending a session', async () => {
    const { old } = scene;
    expect(await refresh(server, old.tokens[0]!)).toMatchObject(refusal('refresh_token_not_found'));
    expect((await refresh(server, old.tokens.at(-1)!)).status).toBe(200);
  });

  test('until then its reuse ends the session', async () => {
    const { younger } = scene;
    expect(await tokensOf(younger)).toEqual(younger.tokens);
    expect(await refresh(server, younger.tokens[0]!)).toMatchObject(refusal('refresh_token_already_used'));
    expect(await tokensOf(younger)).toEqual([]);
  });

  test('however many there are, even after tokens that stay', async () => {
    const tokens = await tokensOf(scene.crowded);
    expect(tokens.at(0)).toBe(scene.crowded.tokens.at(1));
    expect(tokens).toHaveLength(KEPT_COUNT);
  });
});

describe('a session is deleted with its tokens', () => {
  test.each([
    ['a day after its fixed end', 'fixed'],
    ['a day after its week', 'week'],
    ['a day after three days without use', 'unused'],
    ['a day after three days in which it never was used', 'neverUsed'],
  ] as const)('%s', async (_when, name) => {
    expect(await tokensOf(scene[name])).toEqual([]);
    const { userId } = scene[name];
    expect(await server.sql('select 1 from auth.sessions where user_id = $1', [userId])).toEqual([]);
  });

  test('however many there are, but not a live one', async () => {
    const { userId, tokens } = scene.busy;
    expect(await server.sql('select 1 from auth.sessions where user_id = $1', [userId])).toHaveLength(1);
    expect(await tokensOf(scene.busy)).toEqual(tokens);
  });

  test('and not earlier', async () => {
    expect(await tokensOf(scene.endedToday)).toHaveLength(2);
  });
});

// Two that wait for each other's rows would end in a deadlock, which a sign-out might lose.
test('a session or token that another copy or a sign-out has locked is left for the next time', async () => {
  expect(await tokensOf(scene.locked)).toHaveLength(2);
  expect(await tokensOf(scene.crowded)).toContain(LOCKED_TOKEN);
});

test('entries of the audit log are kept for 180 days', async () => {
  const { late, recent } = scene.audited;
  const rows = await server.sql<{ id: string }>('select id from auth.audit_log_entries where id = any ($1)', [
    [late, recent],
  ]);
  expect(rows).toEqual([{ id: recent }]);
});

describe('two copies of the server on one database', () => {
  test('share their rate limits', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    const ask = (to: TestServer) => send(to, { path: '/recover', body: { email: 'x' }, headers });
    const statuses: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      statuses.push((await ask(server)).status, (await ask(copy)).status);
    }
    expect(statuses).toEqual(Array(30).fill(400));
    expect((await ask(server)).status).toBe(429);
    expect((await ask(copy)).status).toBe(429);
  });

  test('exchange one refresh token for one child when both receive it at once', async () => {
    const signed = await signedIn(0);
    const [first] = signed.tokens;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => refresh(at % 2 ? server : copy, first!)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    const children = new Set(answers.map(({ body }) => body['refresh_token']));
    expect(await tokensOf(signed)).toEqual([first, ...children]);
    expect(children.size).toBe(1);
  });

  test('accept each other’s tokens, and learn of a sign-out at once', async () => {
    const { client } = await signedInClient(server);
    const as = (await client.getSession()).data.session!.access_token;
    expect(await send(copy, { path: '/user', as })).toMatchObject({ status: 200 });
    await client.signOut();
    expect(await send(copy, { path: '/user', as })).toMatchObject({ status: 403 });
  });
});

interface Signed {
  readonly userId: string;
  /** Of its only session, the oldest first. */
  readonly tokens: readonly string[];
}

async function plantScene() {
  return {
    old: await withTokens(4, 31),
    younger: await withTokens(3, 29),
    crowded: await withManyTokens(),
    fixed: await withSession(`not_after = now() - interval '25 h'`),
    week: await withSession(`created_at = now() - interval '193 h', refreshed_at = now() at time zone 'utc'`),
    unused: await withSession(`refreshed_at = (now() - interval '97 h') at time zone 'utc'`),
    neverUsed: await withSession(`created_at = now() - interval '97 h', refreshed_at = null`),
    endedToday: await withSession(
      `not_after = now() - interval '23 h', created_at = now() - interval '190 h',
       refreshed_at = (now() - interval '95 h') at time zone 'utc'`,
    ),
    locked: await withSession(`not_after = now() - interval '25 h'`),
    busy: await withManySessions(),
    audited: { late: await withAuditEntry(181), recent: await withAuditEntry(179) },
  };
}

/** Locks a session and a token that are due, as another copy or a sign-out would. */
async function lock(): Promise<Client> {
  const client = new Client(server.databaseUrl);
  await client.connect();
  await client.query('begin');
  await client.query('select from auth.sessions where user_id = $1 for update', [scene.locked.userId]);
  await client.query('select from auth.refresh_tokens where token = $1 for update', [LOCKED_TOKEN]);
  return client;
}

async function signedIn(refreshes: number): Promise<Signed> {
  const { client, user } = await signedInClient(server);
  const tokens = [(await client.getSession()).data.session!.refresh_token];
  while (tokens.length <= refreshes) {
    tokens.push((await refresh(server, tokens.at(-1)!)).body['refresh_token']);
  }
  return { userId: user.id, tokens };
}

/** Creates tokens, revoked except for the last, this many days ago. */
async function withTokens(refreshes: number, days: number): Promise<Signed> {
  const signed = await signedIn(refreshes);
  await server.sql(
    `update auth.refresh_tokens set created_at = now() - make_interval(days => $2),
       updated_at = now() - make_interval(days => $2) where token = any ($1)`,
    [signed.tokens, days],
  );
  return signed;
}

/** Every third of many old tokens is good still. */
async function withManyTokens(): Promise<Signed> {
  const signed = await withTokens(1, 40);
  await server.sql(
    `insert into auth.refresh_tokens (token, parent, user_id, session_id, revoked, created_at, updated_at)
       select lpad(n::text, 12, '0'), 'parent', t.user_id, t.session_id, n % 3 > 0, t.created_at, t.updated_at
         from auth.refresh_tokens t, generate_series(1, $2) n where t.token = $1 order by n`,
    [signed.tokens[0], ROW_COUNT],
  );
  return signed;
}

async function withSession(aging: string): Promise<Signed> {
  const signed = await signedIn(1);
  await server.sql(`update auth.sessions set ${aging} where user_id = $1`, [signed.userId]);
  return signed;
}

/** Of many sessions all but one ended long ago. */
async function withManySessions(): Promise<Signed> {
  const signed = await signedIn(0);
  await server.sql(
    `insert into auth.sessions (id, user_id, created_at, updated_at, not_after)
       select gen_random_uuid(), s.user_id, s.created_at, s.updated_at, now() - interval '25 h'
         from auth.sessions s, generate_series(1, $2) where s.user_id = $1`,
    [signed.userId, MANY_SESSIONS],
  );
  return signed;
}

async function withAuditEntry(days: number): Promise<string> {
  const id = crypto.randomUUID();
  await server.sql(
    `insert into auth.audit_log_entries (id, payload, created_at) values ($1, '{}', now() - make_interval(days => $2))`,
    [id, days],
  );
  return id;
}

async function tokensOf({ userId }: Signed): Promise<string[]> {
  const rows = await server.sql<{ token: string }>(
    'select token from auth.refresh_tokens where user_id = $1 order by id',
    [userId],
  );
  return rows.map(({ token }) => token);
}

const refusal = (error_code: string) => ({ status: 400, body: { error_code } });
