import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import { hasPgbouncer, startPgbouncer } from '../harness/network/pgbouncer.ts';
import { startPostgres, type TestPostgres } from '../harness/servers/postgres.ts';
import { eventually } from '../harness/servers/processes.ts';
import { ServerDidNotStart } from '../harness/servers/server-process.ts';
import { startServer } from '../harness/servers/server.ts';
import { needs } from '../harness/needs.ts';

describe('through PgBouncer', needs(hasPgbouncer(), 'no PgBouncer here'), () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres?.stop());

  test('in session mode as it comes, everything works, with the roles and time limits of a direct connection', async () => {
    const pooler = await startPgbouncer(postgres.port, 'session');
    onTestFinished(() => pooler.stop());
    await postgres.sql('create database pooled');
    const server = await startServer({ env: { DATABASE_URL: pooler.url('pooled') } });
    onTestFinished(() => server.stop());
    const headers = { apikey: server.publishableKey, 'content-type': 'application/json' };

    for (let number = 0; number < 3; number++) {
      expect((await submitApplication(server, numberedApplication(number))).status).toBe(201);
    }
    expect((await submitApplication(server, numberedApplication(1))).status).toBe(409);
    const email = 'admin@sample.example';
    const { password } = await server.addAdminByCommand(email);
    const signIn = await fetch(`${server.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password }),
    });
    expect(signIn.status).toBe(200);
    const mail = await fetch(`${server.url}/functions/v1/send-confirmation-email`, {
      method: 'POST',
      headers,
      body: JSON.stringify(numberedApplication(1)),
    });
    expect(mail.status).toBe(200);

    // The listener is notified: the procedure is found.
    await server.sql(`
      create function public.settings() returns jsonb language sql as $$
        select jsonb_build_object('role', current_user,
          'statement', current_setting('statement_timeout'), 'lock', current_setting('lock_timeout'),
          'idle', current_setting('idle_in_transaction_session_timeout')) $$;
      grant execute on function public.settings() to anon;
      notify pgrst, 'reload schema'`);
    const settings = () => fetch(`${server.url}/rest/v1/rpc/settings`, { method: 'POST', headers });
    await eventually(async () => (await settings()).status === 200, 20);
    expect(await (await settings()).json()).toMatchObject({
      role: 'anon',
      statement: '8s',
      lock: '8s',
      idle: '30s',
    });
    // What a pooled session keeps of a client must not outlive it.
    await server.stop();
    expect(
      await postgres.sql(
        `select count(*)::int as open from pg_stat_activity where datname = 'pooled' and state <> 'idle'`,
      ),
    ).toEqual([{ open: 0 }]);
  });

  test.each(['transaction', 'statement'] as const)(
    'in %s mode it is refused at the start with a sentence',
    async (mode) => {
      const pooler = await startPgbouncer(postgres.port, mode);
      onTestFinished(() => pooler.stop());
      await postgres.sql(`create database ${mode}_mode`);
      const answer = await startServer({ env: { DATABASE_URL: pooler.url(`${mode}_mode`) } }).catch(
        (error: unknown) => error,
      );
      expect(answer).toBeInstanceOf(ServerDidNotStart);
      const { exitCode, stderr } = answer as ServerDidNotStart;
      expect([exitCode, stderr]).toEqual([
        1,
        'DATABASE_URL goes through a pooler in transaction mode, which would hand requests the answers of others: ' +
          'set pool_mode = session there, or connect directly.\n',
      ]);
      expect(
        await postgres.sql(`select nspname from pg_namespace where nspname = 'solostead'`, `${mode}_mode`),
      ).toEqual([]);
    },
  );
});
