import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import { hasPgbouncer, startPgbouncer } from '@solostead/server-testkit/network/pgbouncer';
import { startPostgres, type TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { refusedStart, startServer } from '@solostead/server-testkit/servers/server';
import { needs } from '@solostead/server-testkit/needs';
import { postJson } from '@solostead/server-testkit/network/post-json';

describe('through PgBouncer', needs(hasPgbouncer(), 'no PgBouncer here'), () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  test('in session mode with its defaults everything works, with the roles and time limits of a direct connection', async () => {
    const pooler = await startPgbouncer(postgres.port, 'session');
    onTestFinished(() => pooler.stop());
    await postgres.sql('create database pooled');
    const server = await startServer({ env: { DATABASE_URL: pooler.url('pooled') } });
    onTestFinished(() => server.stop());
    for (const status of [201, 409]) expect((await submitNote(server, numberedNote(1))).status).toBe(status);
    const email = 'admin@sample.example';
    const { password } = await server.addUser(email);
    const signIn = await postJson(server, '/auth/v1/token?grant_type=password', { email, password });
    expect(signIn.status).toBe(200);

    // The listener is notified: the procedure is found.
    await server.sql(`
      create function public.settings() returns jsonb language sql as $$
        select jsonb_build_object('role', current_user,
          'statement', current_setting('statement_timeout'), 'lock', current_setting('lock_timeout'),
          'idle', current_setting('idle_in_transaction_session_timeout')) $$;
      grant execute on function public.settings() to anon;
      notify pgrst, 'reload schema'`);
    const settings = () => postJson(server, '/rest/v1/rpc/settings', {});
    await eventually(async () => (await settings()).status === 200);
    expect(await (await settings()).json()).toMatchObject({
      role: 'anon',
      statement: '8s',
      lock: '8s',
      idle: '30s',
    });
    // State of a client must not stay in a pooled session.
    await server.stop();
    // PgBouncer resets a session after its client has gone.
    const open = () =>
      postgres.sql(`select from pg_stat_activity where datname = 'pooled' and state <> 'idle'`);
    await expect.poll(open, { timeout: 15_000 }).toEqual([]);
  });

  test.each([
    [
      'transaction',
      'DATABASE_URL goes through a pooler in transaction mode: set DATABASE_POOLER=transaction, and DATABASE_DIRECT_URL ' +
        'without the pooler, or set pool_mode = session there.\n',
    ],
    [
      'statement',
      'DATABASE_URL goes through a pooler in statement mode, which knows no transactions: set pool_mode = transaction there.\n',
    ],
  ] as const)('in %s mode it is refused at the start with a message', async (mode, sentence) => {
    const pooler = await startPgbouncer(postgres.port, mode);
    onTestFinished(() => pooler.stop());
    await postgres.sql(`create database ${mode}_mode`);
    expect(await refusal({ DATABASE_URL: pooler.url(`${mode}_mode`) })).toBe(sentence);
    expect(
      await postgres.sql(`select nspname from pg_namespace where nspname = 'solostead'`, `${mode}_mode`),
    ).toEqual([]);
  });

  test('addresses that do not fit together are refused at the start with a message', async () => {
    const pooler = await startPgbouncer(postgres.port, 'transaction');
    onTestFinished(() => pooler.stop());
    await postgres.sql('create database other');
    const url = pooler.url('postgres');
    const byTransaction = { DATABASE_URL: url, DATABASE_POOLER: 'transaction' };
    expect(await refusal({ ...byTransaction, DATABASE_DIRECT_URL: pooler.url('other') })).toBe(
      'DATABASE_DIRECT_URL goes through a pooler in transaction mode: it must lead to PostgreSQL itself.\n',
    );
    expect(await refusal({ ...byTransaction, DATABASE_DIRECT_URL: postgres.url('other') })).toBe(
      'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases: name the same.\n',
    );
    expect(await refusal({ DATABASE_URL: url, DATABASE_DIRECT_URL: postgres.url() })).toMatch(
      /^DATABASE_URL goes through a pooler in transaction mode: set DATABASE_POOLER=transaction/,
    );
  });
});

const refusal = async (env: Record<string, string>) => (await refusedStart({ env })).stderr;
