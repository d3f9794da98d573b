import { randomBytes } from 'node:crypto';
import type { Config } from '../../../server/src/config.ts';
import { readLabConfig } from '../configuration.ts';
import { makeSigningKey } from '../../../server/src/configuration/keys.ts';
import {
  checkBackups,
  checkClock,
  checkConfiguration,
  checkDatabase,
  checkDisk,
  checkKeys,
  checkMail,
  type Finding,
} from '../../../server/src/doctor/findings.ts';
import { checkApplications, checkSamples } from '../doctor/findings.ts';
import { runCommand } from '../../../server/src/commands/run-command.ts';
import { withDatabases } from '../../../server/src/commands/with-databases.ts';
import { UserError } from '../../../server/src/user-error.ts';

const HELP = `Looks whether everything is as it should be, whether the server runs or not.

  npm run doctor                      configuration, disk, clock, database, mail, keys, backups, samples left
  npm run doctor -- --mail ADDRESS    sends a mail there as well
  npm run doctor -- keys              prints a fresh set of keys in the form of .env

Exit code 1 when something is wrong; warnings alone leave it 0.`;

const marks = { fine: 'ok     ', warning: 'warning', wrong: 'WRONG  ' } as const;

await runCommand(HELP, async ([first, address]) => {
  if (first === 'keys') return console.log(freshKeys());
  if (first && (first !== '--mail' || !address)) throw new UserError(HELP);
  const findings = await examine(readLabConfig(), address ?? null);
  for (const { about, state, says } of findings) console.log(`${marks[state]} ${about}: ${says}`);
  if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
});

async function examine(config: Config, address: string | null): Promise<Finding[]> {
  const directories = [config.dataDir, ...(config.backup.dir ? [config.backup.dir] : [])];
  const inDatabase = withDatabases(config, 'doctor', async ({ owner }) => [
    ...(await checkDatabase(owner.query, config.supabaseDir)),
    ...(await checkApplications(owner.query)),
    await checkClock(owner.query),
  ]);
  return [
    ...checkConfiguration(config),
    ...checkDisk(directories),
    ...(await inDatabase),
    await checkMail(config, address),
    ...checkKeys(config),
    checkBackups(config.backup, new Date()),
    await checkSamples(),
  ];
}

function freshKeys(): string {
  return [
    `SUPABASE_PUBLISHABLE_KEY=sb_publishable_${randomBytes(24).toString('base64url')}`,
    `SUPABASE_SECRET_KEY=sb_secret_${randomBytes(32).toString('base64url')}`,
    `JWT_KEYS=${JSON.stringify([makeSigningKey()])}`,
  ].join('\n');
}
