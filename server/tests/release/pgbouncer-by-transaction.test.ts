import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import { needs } from '@solostead/server-testkit/needs';
import { hasPgbouncer, type Pooler, startPgbouncer } from '@solostead/server-testkit/network/pgbouncer';
import { startTcpProxy, type TcpProxy } from '@solostead/server-testkit/network/tcp-proxy';
import {
  startMigratedPostgres,
  startServer,
  type TestServer,
} from '@solostead/server-testkit/servers/server';
import type { Standby, TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { postJson } from '@solostead/server-testkit/network/post-json';

describe.each(['transaction', 'transaction-prepared'])(
  'through PgBouncer in transaction mode, with DATABASE_POOLER=%s',
  needs(hasPgbouncer(), 'no PgBouncer here'),
  (mode) => {
    let postgres: TestPostgres;
    let standby: Standby;
    let proxy: TcpProxy;
    let pooler: Pooler;
    let copies: TestServer[];
    let token: string;

    beforeAll(async () => {
      postgres = await startMigratedPostgres();
      await postgres.sql('create database pooled template migrated');
      standby = await postgres.startStandby();
      proxy = await startTcpProxy(postgres.port);
      pooler = await startPgbouncer(proxy.port, 'transaction', SESSIONS);
      const env = {
        DATABASE_URL: pooler.url('pooled'),
        DATABASE_DIRECT_URL: postgres.url('pooled'),
        DATABASE_POOLER: mode,
      };
      copies = await Promise.all([startServer({ env }), startServer({ env })]);
      await postgres.sql(FIXTURE, 'pooled');
      const { password } = await copies[0]!.addUser(EMAIL);
      await eventually(async () => (await ask(0, 'GET', 'kept_text')).status === 200);
      const signedIn = await postJson(copies[0]!, '/auth/v1/token?grant_type=password', {
        email: EMAIL,
        password,
      });
      token = ((await signedIn.json()) as { access_token: string }).access_token;
    });
    afterAll(async () => {
      for (const copy of copies ?? []) await copy.stop();
      await pooler?.stop();
      await proxy?.stop();
      await standby?.stop();
      await postgres?.stop();
    });

    const keyOf = (copy: TestServer, who: string) =>
      who === 'service_role' ? copy.secretKey : copy.publishableKey;
    const ask = (copy: number, method: string, path: string, body?: object, who = 'anon') =>
      fetch(`${copies[copy % 2]!.url}/rest/v1/${path}`, {
        method,
        headers: {
          apikey: keyOf(copies[copy % 2]!, who),
          ...(who === 'authenticated' ? { authorization: `Bearer ${token}` } : {}),
          'content-type': 'application/json',
          prefer: 'return=representation',
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });

    /** Questions of different shapes, each with the one answer it may have. */
    const questions: ((number: number) => Promise<readonly [unknown, unknown]>)[] = [
      async (n) => [await (await ask(n, 'GET', `kept_number?select=n&n=eq.${n}`)).json(), [{ n }]],
      async (n) => [
        await (await ask(n, 'GET', `kept_text?select=words,id&id=eq.${n}`)).json(),
        [{ words: `words ${n}`, id: n }],
      ],
      async (n) => [
        await (await ask(n, 'GET', `kept_text?select=words&id=in.(${n},${n + 1})&order=id.desc`)).json(),
        [{ words: `words ${n + 1}` }, { words: `words ${n}` }],
      ],
      async (n) => [await (await ask(n, 'POST', 'rpc/twice', { n })).json(), 2 * n],
      ...['anon', 'authenticated', 'service_role'].map(
        (who) => async (n: number) =>
          [
            await (await ask(n, 'POST', 'rpc/whoami', { n }, who)).json(),
            {
              n,
              role: who,
              email: who === 'authenticated' ? EMAIL : null,
              limits: 'off',
              idle: '30s',
              lock: '8s',
              statement: who === 'service_role' ? '8s' : expect.stringMatching(/^[38]s$/),
            },
          ] as const,
      ),
      async (n) => {
        const id = crypto.randomUUID();
        return [await (await ask(n, 'POST', 'written', { id, n })).json(), [{ id, n }]];
      },
      async (n) => [(await submitNote(copies[n % 2]!, numberedNote(crypto.randomUUID()))).status, 201],
      async (n) => {
        const user = await fetch(`${copies[n % 2]!.url}/auth/v1/user`, {
          headers: { apikey: copies[0]!.publishableKey, authorization: `Bearer ${token}` },
        });
        return [((await user.json()) as { email: string }).email, EMAIL];
      },
    ];

    test('two copies on four sessions answer each request correctly and in its own role', async () => {
      const wrong: unknown[] = [];
      const person = async (first: number) => {
        for (let round = 0; round < ROUNDS; round++) {
          const number = (first * 31 + round * 7) % 900;
          const [found, expected] = await questions[(first + round) % questions.length]!(number);
          try {
            expect(found).toEqual(expected);
          } catch {
            wrong.push([found, expected]);
          }
        }
      };
      await Promise.all(Array.from({ length: 24 }, (_, first) => person(first)));
      expect(wrong).toEqual([]);
      const sessions = await postgres.sql(
        `select 1 from pg_stat_activity where datname = 'pooled' and application_name = 'solostead'`,
      );
      expect(sessions.length).toBeLessThanOrEqual(SESSIONS);
    });

    test('a transaction leaves nothing behind in the session', async () => {
      const client = new (await import('pg')).Client({ connectionString: pooler.url('pooled') });
      await client.connect();
      onTestFinished(() => client.end());
      for (let round = 0; round < 12; round++) {
        const { rows } =
          await client.query(`select current_user, current_setting('request.jwt.claims', true) as claims,
          current_setting('role') as role, current_setting('statement_timeout') as timeout,
          (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`);
        expect(rows).toEqual([
          {
            current_user: 'postgres',
            claims: expect.toSatisfy((text) => !text),
            role: 'none',
            timeout: '0',
            locks: 0,
          },
        ]);
      }
    });

    test('time limits apply, and a change of the schema is noticed', async () => {
      const slow = await ask(0, 'POST', 'rpc/slow', {});
      expect([slow.status, await slow.json()]).toEqual([400, expect.objectContaining({ code: '57014' })]);
      await postgres.sql(
        `create table public.heard_of (id int); grant select on public.heard_of to anon; notify pgrst, 'reload schema'`,
        'pooled',
      );
      for (const copy of [0, 1]) {
        await eventually(async () => (await ask(copy, 'GET', 'heard_of')).status === 200);
      }
    });

    test('sessions that lead to a standby are ended, and requests work again once the pooler leads to the primary', async () => {
      const write = () => submitNote(copies[0]!, numberedNote(crypto.randomUUID()));
      proxy.route(standby.port);
      proxy.cut();
      const meanwhile = await Promise.all(Array.from({ length: 8 }, write));
      expect(new Set(meanwhile.map(({ status }) => status))).toEqual(new Set([503]));
      expect(meanwhile.every(({ headers }) => headers.has('retry-after'))).toBe(true);
      // PgBouncer's connections from that time stay connected to the standby.
      proxy.route(postgres.port);
      await eventually(async () => (await write()).status === 201);
      const after = await Promise.all(Array.from({ length: 60 }, write));
      expect(after.filter(({ status }) => status !== 201)).toEqual([]);
    });
  },
);

const FIXTURE = `
  create table public.kept_number (n int primary key);
  insert into public.kept_number select generate_series(0, 999);
  create table public.kept_text (id int primary key, words text not null);
  insert into public.kept_text select n, 'words ' || n from generate_series(0, 999) n;
  create table public.written (id uuid primary key, n int not null);
  create function public.twice(n int) returns int language sql as 'select 2 * n';
  create function public.whoami(n int) returns jsonb language sql as $$
    select jsonb_build_object('n', n, 'role', current_user,
      'email', current_setting('request.jwt.claims', true)::jsonb ->> 'email',
      'limits', current_setting('solostead.limits', true),
      'idle', current_setting('idle_in_transaction_session_timeout'),
      'lock', current_setting('lock_timeout'), 'statement', current_setting('statement_timeout')) $$;
  create function public.slow() returns void language sql as 'select pg_sleep(20)';
  grant select on public.kept_number, public.kept_text to anon;
  grant select, insert on public.written to anon;
  grant execute on all functions in schema public to anon, authenticated, service_role;
  notify pgrst, 'reload schema'`;

/** A number so small that the clients of both copies change sessions all the time. */
const SESSIONS = 4;
const ROUNDS = 24;
const EMAIL = 'admin@sample.example';
