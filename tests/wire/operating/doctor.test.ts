import { onTestFinished } from 'vitest';
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { parseEnv } from 'node:util';
import { freePort } from '../../../server/tests/harness/network/free-port.ts';
import { runCommand, startServer } from '../../harness/servers/server.ts';
import { expect, testMailing } from '../../harness/fixtures.ts';

const test = testMailing();

test('the doctor checks everything and finds nothing wrong with a working server', async ({ server }) => {
  const said = await server.command('doctor');
  const checks =
    'configuration disk clock database connections admins mails mail keys site backups terms samples';
  for (const about of checks.split(' '))
    expect(said).toMatch(new RegExp(`^(ok|warning) +${about}: .+$`, 'm'));
  expect(said).not.toContain('WRONG');
});

test('a migration that was edited after the database applied it is named', async ({ server }) => {
  const at = `from supabase_migrations.schema_migrations where name = 'openings'`;
  const before = await server.row<{ version: string; statements: string[] }>(
    `select version, statements ${at}`,
  );
  const record = (statements: string[]) =>
    server.sql`update supabase_migrations.schema_migrations set statements = ${statements}
      where version = ${before!.version}`;
  onTestFinished(async () => void (await record(before!.statements)));
  await record(before!.statements.with(0, 'create table earlier ()'));
  expect(await server.command('doctor')).toMatch(
    /^warning +database: \d+_openings\.sql edited since it was applied, so the database keeps the former text/m,
  );
});

test('names each problem with a remedy, and exits with 1', async ({ server }) => {
  const keys = join(server.dataDir, 'keys.json');
  writeFileSync(
    keys,
    JSON.stringify({ publishable: server.publishableKey, secret: server.secretKey, jwks: [] }),
  );
  chmodSync(keys, 0o644);
  const env = {
    ...server.env,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    BACKUP_DIR: join(server.dataDir, 'no-backups'),
  };
  const failure = await runCommand(env, 'doctor').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1 });
  const { stdout } = failure as { stdout: string };
  expect(stdout).toMatch(/^WRONG +mail: .+ does not take mail \(.+\): check SMTP_URL and MAIL_FROM\.$/m);
  expect(stdout).toMatch(/^WRONG +keys: .+ can be read by others \(mode 644\): chmod 600/m);
  expect(stdout).toMatch(/^WRONG +backups: there is none in /m);
});

test('a URL of the wrong kind for its port is named with the right one', async ({ smtp, server }) => {
  // A server for TLS alone waits for the client's first message.
  const tls = createTlsServer().listen(0, '127.0.0.1');
  await once(tls, 'listening');
  onTestFinished(() => void tls.close());
  const { port } = tls.address() as AddressInfo;
  for (const [url, says] of [
    [smtp.url.replace('smtp:', 'smtps:'), 'it does not speak TLS from the start, which smtp:// is for'],
    [`smtp://127.0.0.1:${port}`, 'it does not greet, and TLS from the start needs smtps://'],
  ] as const) {
    const failure = await runCommand({ ...server.env, SMTP_URL: url }, 'doctor').catch((error) => error);
    expect(failure).toMatchObject({ code: 1, stdout: expect.stringContaining(`(${says})`) });
  }
});

test('a server accepts fresh keys', async ({ server }) => {
  const fresh = parseEnv(await runCommand(server.env, 'doctor', 'keys')) as Record<string, string>;
  const names = ['JWT_KEYS', 'SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY'];
  expect(Object.keys(fresh).toSorted()).toEqual(names);
  const other = await startServer({ env: fresh });
  onTestFinished(() => other.stop());
  const headers = { apikey: fresh['SUPABASE_SECRET_KEY']! };
  expect((await fetch(`${other.url}/rest/v1/applications?select=id`, { headers })).status).toBe(200);
});
