import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import {
  startMigratedPostgres,
  startServer,
  type TestServer,
} from '@solostead/server-testkit/servers/server';
import {
  CLUSTER_PASSWORD,
  type Standby,
  type TestPostgres,
} from '@solostead/server-testkit/databases/postgres';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { startTcpProxy, type TcpProxy } from '@solostead/server-testkit/network/tcp-proxy';
import { postJson } from '@solostead/server-testkit/network/post-json';

beforeAll(prepare);
afterAll(cleanUp);

test.each([
  ['refuses connections', () => freePort()],
  ['leads to a standby', async () => standby.port],
])('the log has one line when the database %s and one when it is back', async (_title, elsewhere) => {
  // Requests meet a data API that has yet to read its catalogue again.
  await postgres.sql(`notify pgrst, 'reload schema'`);
  const before = server.log.length;
  proxy.route(await elsewhere());
  proxy.cut();
  const refused = await askForEverything();
  expect(new Set(refused)).toEqual(new Set([503]));
  proxy.route(postgres.port);
  proxy.cut();
  await eventually(() => linesSince(before).some(([msg]) => msg === BACK));
  expect(await askForEverything()).toEqual([...Array(10).fill(201), ...Array(10).fill(400)]);
  expect(linesSince(before)).toEqual([
    [AWAY, expect.stringMatching(/^The (connection|database) /)],
    [BACK, null],
  ]);
});

test('a restart that no request meets is logged in the same two lines', async () => {
  const before = server.log.length;
  proxy.route(await freePort());
  proxy.cut();
  await eventually(() => linesSince(before).length > 0);
  proxy.route(postgres.port);
  await eventually(() => linesSince(before).some(([msg]) => msg === BACK));
  expect(linesSince(before).map(([msg]) => msg)).toEqual([AWAY, BACK]);
});

test('a load balancer that leads to a standby for longer than a request waits causes only 503 with Retry-After', async () => {
  const load = underLoad();
  await load.more(20);
  proxy.route(standby.port);
  proxy.cut();
  const answers = await Promise.all(everything());
  expect(answers.map(({ what, status, retryAfter }) => [what, status, retryAfter])).toEqual(
    ['write', 'sign in', 'call'].map((what) => [what, 503, '1']),
  );
  await eventually(async () => (await ready()).status === 503);
  expect((await ready()).body.status).toMatch(/^the database /);
  proxy.route(postgres.port);
  await isWell();
  await load.more(20);
  const all = await load.finish();
  const refused = all.filter(({ status }) => status >= 400);
  expect(refused.filter(({ status, retryAfter }) => status !== 503 || retryAfter === null)).toEqual([]);
  expect(all.length).toBeGreaterThan(refused.length);
});

test('a primary that becomes read-only under its connections is reported as unavailable, not as a forbidden method', async () => {
  const headers = { apikey: server.publishableKey };
  const switchTo = async (state: 'on' | 'off') => {
    await postgres.sql(`alter system set default_transaction_read_only = ${state}`);
    await postgres.sql('select pg_reload_conf()');
  };
  await switchTo('on');
  try {
    await eventually(async () => (await write()).status !== 201);
    const answers = await Promise.all([...everything(), ...everything()]);
    expect(answers.filter(({ status, retryAfter }) => status !== 503 || retryAfter !== '1')).toEqual([]);
    await eventually(async () => (await ready()).status === 503);
  } finally {
    const own = new Client({ connectionString: postgres.url() });
    await own.connect();
    await own.query('set default_transaction_read_only = off');
    await own.query('alter system reset default_transaction_read_only');
    await own.query('select pg_reload_conf()');
    await own.end();
  }
  await isWell();
  // A write by GET stays an error of the caller.
  const get = await fetch(`${server.url}/rest/v1/rpc/touch_note?note_id=${crypto.randomUUID()}`, {
    headers,
  });
  expect(get.status).toBe(405);
});

describe('a primary that vanishes without closing its connections', () => {
  test('is noticed by the LISTEN connection, which checks every ten seconds', async () => {
    await postgres.sql(`drop table if exists public.heard_of; notify pgrst, 'reload schema'`);
    // Idle connections of the pools are given up after a while: one that listens stays, and up to four that do the jobs.
    await eventually(() => proxy.connections() <= 5, 90);
    // A request that meets a connection that is gone waits for its own limit: it is not what is looked at here.
    const status = async () =>
      fetch(`${server.url}/rest/v1/heard_of`, {
        headers: { apikey: server.publishableKey },
        signal: AbortSignal.timeout(1_500),
      }).then(
        (response) => response.status,
        () => 0,
      );
    proxy.swallow();
    const gone = Date.now();
    await postgres.sql('create table public.heard_of (id int); grant select on public.heard_of to anon');
    await postgres.sql(`notify pgrst, 'reload schema'`);
    await eventually(async () => (await status()) === 200);
    console.log(
      `a primary gone without a word: the listener heard what it had missed after ${Date.now() - gone} ms`,
    );
  });

  test('makes waiting requests fail with 503 and Retry-After, and is used again afterwards', async () => {
    await Promise.all(Array.from({ length: 12 }, () => Promise.all(everything())));
    proxy.swallow();
    const answers = (await Promise.all(Array.from({ length: 12 }, () => Promise.all(everything())))).flat();
    expect(
      answers.filter(({ status, retryAfter }) => status >= 400 && !(status === 503 && retryAfter)),
    ).toEqual([]);
    await eventually(async () => (await ready()).status === 200);
    await isWell();
  });
});

let postgres: TestPostgres;
let standby: Standby;
let proxy: TcpProxy;
let server: TestServer;
let password: string;

async function prepare(): Promise<void> {
  postgres = await startMigratedPostgres();
  // Before the server starts, because the primary restarts for the copy.
  standby = await postgres.startStandby();
  proxy = await startTcpProxy(postgres.port);
  const url = `postgres://postgres:${CLUSTER_PASSWORD}@127.0.0.1:${proxy.port}/postgres`;
  server = await startServer({ env: { DATABASE_URL: url } });
  ({ password } = await server.addUser(EMAIL));
}

async function cleanUp(): Promise<void> {
  await server?.stop();
  await proxy?.stop();
  await standby?.stop();
  await postgres?.stop();
}

const EMAIL = 'admin@sample.example';

interface Answer {
  readonly what: string;
  readonly status: number;
  readonly retryAfter: string | null;
  readonly body: string;
}

const isWell = () => eventually(async () => (await write()).status === 201);
const ready = async () => {
  const response = await fetch(`${server.url}/health/ready`);
  return { status: response.status, body: (await response.json()) as { status: string } };
};

async function answerOf(what: string, pending: Promise<Response>): Promise<Answer> {
  const response = await pending;
  return {
    what,
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    body: await response.text(),
  };
}
const post = (path: string, body: object) => postJson(server, path, body);
const write = () => answerOf('write', submitNote(server, numberedNote(crypto.randomUUID())));
const signIn = (email: string) =>
  answerOf('sign in', post('/auth/v1/token?grant_type=password', { email, password }));
const everything = (): Promise<Answer>[] => [
  write(),
  signIn(EMAIL),
  answerOf('call', post('/rest/v1/rpc/touch_note', { note_id: crypto.randomUUID() })),
];

const AWAY = 'the database cannot be used: what needs it is refused until it is back';
const BACK = 'the database is back';

/** The lines since `start` that are not about one answer, as `[msg, message of the error]`. */
const linesSince = (start: number) =>
  server.log
    .slice(start)
    .filter(({ msg }) => msg !== 'request')
    .map(({ msg, err }) => [msg, (err as { message?: string } | undefined)?.message ?? null]);

const askForEverything = async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => write()),
    ...Array.from({ length: 10 }, () => signIn('missing@sample.example')),
  ]);
  return answers.map(({ status }) => status);
};

/** Requests everything until stopped. */
function underLoad() {
  const answers: Answer[] = [];
  const state = { isOver: false };
  const person = async () => {
    while (!state.isOver) {
      answers.push(...(await Promise.all(everything())));
      await pause(20);
    }
  };
  const working = Promise.all([person(), person()]);
  return {
    /** Resolves when this many more are answered. */
    more: (count: number) => {
      const enough = answers.length + count;
      return eventually(() => answers.length >= enough);
    },
    finish: async () => {
      state.isOver = true;
      await working;
      return answers;
    },
  };
}
