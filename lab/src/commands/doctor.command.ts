import { randomBytes } from 'node:crypto';
import type { Config } from '../../../server/src/config.ts';
import { labWarnings, readLabConfig } from '../configuration.ts';
import { makeSigningKey } from '../../../server/src/configuration/keys.ts';
import {
  checkBackups,
  checkClock,
  checkConfiguration,
  checkConnections,
  checkDatabase,
  checkDisk,
  checkKeys,
  checkMail,
  type Finding,
  warning,
} from '../../../server/src/doctor/findings.ts';
import { checkApplications, checkSamples } from '../doctor/findings.ts';
import { checkTerms } from '../doctor/terms.ts';
import { defineCommand } from '../../../server/src/commands/define-command.ts';
import { emailAddress } from '../../../server/src/commands/email-address.ts';
import { withDatabases } from '../../../server/src/commands/with-databases.ts';

const marks = { fine: 'ok     ', warning: 'warning', wrong: 'WRONG  ' } as const;

export const command = defineCommand('doctor')
  .description(
    'Looks whether everything is as it should be, whether the server runs or not: configuration, ' +
      'disk, clock, database, mail, keys, backups, what the pages promise, samples left. Exit code 1 when something is ' +
      'wrong; warnings alone leave it 0.',
  )
  .option('--mail <ADDRESS>', 'send a mail there as well', emailAddress)
  .action(async ({ mail }) => {
    const findings = await examine(readLabConfig(), mail ?? null);
    for (const { about, state, says } of findings) console.log(`${marks[state]} ${about}: ${says}`);
    if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
  });
command
  .command('keys')
  .summary('print a fresh set of keys in the form of .env')
  .description('Prints a fresh set of keys in the form of .env, and nothing else.')
  .action(() => console.log(freshKeys()));

async function examine(config: Config, address: string | null): Promise<Finding[]> {
  const directories = [config.dataDir, ...(config.backup.dir ? [config.backup.dir] : [])];
  const inDatabase = withDatabases(config, 'doctor', async ({ owner }) => [
    await checkDatabase(owner.query, config.supabaseDir),
    await checkConnections(owner.query, config),
    ...(await checkApplications(owner.query)),
    ...(await checkTerms(owner.query, config.siteDir)),
    await checkClock(owner.query),
  ]);
  return [
    ...checkConfiguration(config),
    ...labWarnings(config).map((says) => warning('configuration', says)),
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
