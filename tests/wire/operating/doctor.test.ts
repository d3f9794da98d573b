import { chmodSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { putMigratedData, runCommand, serverEnvironment } from '../../harness/servers/server.ts';
import { expect, test } from '../../harness/fixtures.ts';

test('the doctor checks everything and finds nothing wrong with a working server', async ({ server }) => {
  const result = await server.command('doctor');
  const checks =
    'configuration server disk clock database connections admins mails mail keys site backups terms samples';
  for (const about of checks.split(' '))
    expect(result).toMatch(new RegExp(`^(ok|warning) +${about}: .+$`, 'm'));
  expect(result).not.toContain('WRONG');
  // Every migration is recorded as its file has it.
  expect(result).toMatch(/^ok +database: /m);
});

test('names each problem with a remedy, and exits with 1', async ({ server }) => {
  const keys = join(server.dataDir, 'keys.json');
  writeFileSync(keys, '{}');
  onTestFinished(() => rmSync(keys));
  chmodSync(keys, 0o644);
  const env = {
    ...server.env,
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    BACKUP_DIR: join(server.dataDir, 'no-backups'),
    SITE_DIST: newFolder(),
  };
  const months = { unconfirmed: 1, declined: 12, withdrawn: 1, accepted: 24, reapply: 3 };
  writeFileSync(join(env.SITE_DIST, 'terms.json'), JSON.stringify({ answerDays: 10, months }));
  const failure = await runCommand(env, 'doctor').catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 1 });
  const { stdout } = failure as { stdout: string };
  expect(stdout).toMatch(/^WRONG +mail: .+ does not accept email \(.+\): check SMTP_URL and MAIL_FROM\.$/m);
  expect(stdout).toMatch(/^WRONG +keys: .+ can be read by others \(mode 644\): chmod 600/m);
  expect(stdout).toMatch(/^WRONG +backups: there is none in /m);
  expect(stdout.match(/^WRONG +terms: .+$/gm)).toEqual([
    expect.stringMatching(
      / months\.declined 12, the database's lab_terms\.declined_months is 6: change one of them, /,
    ),
  ]);
});

test('--json prints the findings, of a server that was stopped too', async () => {
  const env = serverEnvironment({ DATA_DIR: newFolder() });
  await putMigratedData(env['DATA_DIR']!);
  const { stdout } = (await runCommand(env, 'doctor', '--json').catch((error: unknown) => error)) as {
    stdout: string;
  };
  const findings = JSON.parse(stdout) as { about: string; state: string; message: string }[];
  const wrong = findings.filter(({ state }) => state === 'wrong');
  expect(wrong).toEqual([
    { about: 'server', state: 'wrong', message: 'does not run: start it. Its log says why it ended.' },
  ]);
  expect(findings.length).toBeGreaterThan(10);
});

test('--json lists admins and jobs', async ({ server }) => {
  await server.command('admin', 'add', 'json@sample.example');
  const admins = JSON.parse(await server.command('admin', 'list', '--json')) as unknown[];
  expect(admins).toContainEqual({ email: 'json@sample.example', lastSignIn: null, factors: 0 });
  const jobs = JSON.parse(await server.command('jobs', '--json')) as unknown[];
  expect(jobs).toContainEqual({ name: expect.any(String), everySeconds: 86_400, does: expect.any(String) });
});

test('creates nothing before the first start, and finds nothing wrong', async () => {
  const folder = newFolder();
  const env = serverEnvironment({
    DATA_DIR: join(folder, 'data'),
    BACKUP_DIR: join(folder, 'backups'),
    SUPABASE_PUBLISHABLE_KEY: '',
    SUPABASE_SECRET_KEY: '',
    JWT_KEYS: '',
  });
  const result = await runCommand(env, 'doctor');
  expect(result).toMatch(/^warning server: has not been started yet\.$/m);
  expect(result).toMatch(/^ok {6}keys: made at the first start$/m);
  expect(result).not.toContain('WRONG');
  expect(readdirSync(folder)).toEqual([]);
});

test('finds the public address that leads to another server, in one finding', async ({ server }) => {
  // An address that names this machine and is none of loopback.
  const port = new URL(server.url).port;
  const doctorAt = async (SITE_URL: string) =>
    runCommand({ ...server.env, SITE_URL, MAIL: 'capture' }, 'doctor').catch(
      (error: unknown) => (error as { stdout: string }).stdout,
    );
  expect(await doctorAt(`http://0.0.0.0:${port}`)).toMatch(/^(?:ok|WRONG) +SITE_URL: .+$/m);
  const elsewhere = await doctorAt(`http://0.0.0.0:${await freePort()}`);
  expect(elsewhere.match(/^WRONG .+$/gm)).toEqual([
    expect.stringMatching(/ SITE_URL: http:\/\/0\.0\.0\.0:\d+ cannot be reached: nothing listens there\.$/),
  ]);
});
