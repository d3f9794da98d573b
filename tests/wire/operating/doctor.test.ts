import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { newFolder } from '../../../server/tests/harness/new-folder.ts';
import { freePort } from '../../../server/tests/harness/network/free-port.ts';
import { runCommand } from '../../harness/servers/server.ts';
import { expect, test } from '../../harness/fixtures.ts';

test('the doctor checks everything and finds nothing wrong with a working server', async ({ server }) => {
  const said = await server.command('doctor');
  const checks =
    'configuration disk clock database connections admins mails mail keys site backups terms samples';
  for (const about of checks.split(' '))
    expect(said).toMatch(new RegExp(`^(ok|warning) +${about}: .+$`, 'm'));
  expect(said).not.toContain('WRONG');
  // Every migration is recorded as its file has it.
  expect(said).toMatch(/^ok +database: /m);
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
  expect(stdout).toMatch(/^WRONG +mail: .+ does not take mail \(.+\): check SMTP_URL and MAIL_FROM\.$/m);
  expect(stdout).toMatch(/^WRONG +keys: .+ can be read by others \(mode 644\): chmod 600/m);
  expect(stdout).toMatch(/^WRONG +backups: there is none in /m);
  expect(stdout.match(/^WRONG +terms: .+$/gm)).toEqual([
    expect.stringMatching(
      / months\.declined 12, the database's lab_terms\.declined_months is 6: change one of them, /,
    ),
  ]);
});
