import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, readConfigUnchanged } from '../configuration/config.ts';
import { readEnvFile } from '../configuration/env-files.ts';
import { makeKeys } from '../configuration/keys.ts';
import { knownVariables } from '../configuration/variables.ts';
import type { Query, Queryable } from '../database/database.ts';
import { readInstallation } from '../backup/installation.ts';
import { readOffsite } from '../backup/offsite.ts';
import { checkBackups, checkOffsite } from '../doctor/backups.ts';
import * as checks from '../doctor/findings.ts';
import type { Finding } from '../doctor/findings.ts';
import { checkVariableNames, withoutConsequences } from '../doctor/misspelt-variables.ts';
import { checkPublicAddresses } from '../doctor/public-addresses.ts';
import { checkServer } from '../doctor/running-server.ts';
import { sentenceFor } from '../database/sentence-for.ts';
import { defineCommand, emailAddress } from './define-command.ts';
import { withDatabases } from './with-databases.ts';

const marks = { fine: 'ok     ', warning: 'warning', wrong: 'WRONG  ' } as const;

/** A product's checks in addition to those of every project. */
export interface ProductDoctor {
  /** The subjects of the checks, for the help. */
  readonly subjects: string;
  /** Creates nothing, as `readConfigUnchanged`. */
  readonly readConfig: () => Config;
  readonly configuration: (config: Config) => readonly Finding[];
  /** `isMailRefused` is true if the mail server takes no mail, which is reported already. */
  readonly database: (query: Query, config: Config, isMailRefused: boolean) => Promise<readonly Finding[]>;
  readonly others: () => Promise<readonly Finding[]>;
}

/** The command `doctor`, with what a product adds to it. */
export function doctorCommand(product: ProductDoctor) {
  const command = defineCommand('doctor')
    .description(
      'Checks configuration, server, ' +
        `public addresses, disk, clock, database, mail, keys, backups${product.subjects}. Works whether the server runs or not, and changes nothing. ` +
        'Exit code 1 when something is wrong; warnings alone leave it 0.',
    )
    .option('--mail <ADDRESS>', 'send an email there as well', emailAddress)
    .option('--json', 'print an array of findings: about, state (fine, warning, wrong), message')
    .action(async ({ mail, json }) => {
      const config = product.readConfig();
      const found = await examine(product, config, mail ?? null);
      const findings = withoutConsequences(found, checkNames(config));
      if (json) console.log(JSON.stringify(findings, null, 2));
      else
        for (const { about, state, message } of findings) console.log(`${marks[state]} ${about}: ${message}`);
      if (findings.some(({ state }) => state === 'wrong')) process.exitCode = 1;
    });
  command
    .command('keys')
    .summary('print a fresh set of keys in the form of .env')
    .description('Prints a fresh set of keys in the form of .env, and nothing else.')
    .action(() => console.log(freshKeys()));
  return command;
}

async function examine(product: ProductDoctor, config: Config, address: string | null): Promise<Finding[]> {
  const directories = [config.dataDir, ...(config.backup.dir ? [config.backup.dir] : [])];
  const isNew = !config.databaseUrl && !existsSync(join(config.dataDir, 'postgres'));
  const [mail, addresses] = await Promise.all([
    checks.checkMail(config, address),
    checkPublicAddresses(config),
  ]);
  const isReachable = addresses.some(({ state }) => state !== 'wrong');
  const server = await checkServer(config, isReachable);
  const { database, backups } = isNew
    ? { database: [], backups: [] }
    : await examineDatabases(product, config, mail.state === 'wrong');
  return [
    ...checks.checkConfiguration(config),
    ...product.configuration(config),
    server,
    // A server that does not run answers nowhere.
    ...(server.state === 'fine' || isReachable ? addresses : []),
    ...checks.checkDisk(directories),
    ...database,
    mail,
    ...checks.checkKeys(config),
    ...backups,
    ...checks.checkErasures(directories),
    ...(await product.others()),
  ];
}

const checkNames = ({ projectDir, configPath }: Config): Finding[] => {
  const toml = existsSync(configPath) ? readFileSync(configPath, 'utf8') : '';
  const passed = [...toml.matchAll(/env\((\w+)\)/g)].map(([, name]) => name!);
  return checkVariableNames(readEnvFile(join(projectDir, '.env')), process.env, [
    ...knownVariables,
    ...passed,
  ]);
};

interface DatabaseFindings {
  readonly database: readonly Finding[];
  readonly backups: readonly Finding[];
}

/** A database that cannot be opened is a finding, next to which the others are worth knowing. */
async function examineDatabases(
  product: ProductDoctor,
  config: Config,
  isMailRefused: boolean,
): Promise<DatabaseFindings> {
  try {
    return await withDatabases(
      config,
      'doctor',
      ({ owner }) => examineDatabase(product, config, owner, isMailRefused),
      { migrates: false },
    );
  } catch (error) {
    const sentence = sentenceFor(error);
    if (sentence === null) throw error;
    return { database: [checks.wrong('database', sentence)], backups: [] };
  }
}

/** Changes nothing, and asks a product's tables only where this version made them. */
async function examineDatabase(
  product: ProductDoctor,
  config: Config,
  { query }: Queryable,
  isMailRefused: boolean,
): Promise<DatabaseFindings> {
  const { finding, isUsable } = await checks.checkDatabase(query, config);
  const database = [
    finding,
    await checks.checkConnections(query, config),
    ...(isUsable ? await product.database(query, config, isMailRefused) : []),
    await checks.checkClock(query),
  ];
  // Only a database of this version has an identity.
  const installation = await readInstallation(query).catch(() => null);
  const offsite = await readOffsite(query).catch(() => null);
  const at = new Date();
  const backups = [
    ...(installation ? await checkBackups(config.backup, installation, at) : []),
    ...(offsite ? checkOffsite(config.backup, offsite, at) : []),
  ];
  return { database, backups };
}

/** The doctor of a project without a product. */
export const command = doctorCommand({
  subjects: '',
  readConfig: readConfigUnchanged,
  configuration: () => [],
  database: async () => [],
  others: async () => [],
});

function freshKeys(): string {
  const { publishable, secret, jwks } = makeKeys();
  return `SUPABASE_PUBLISHABLE_KEY=${publishable}
SUPABASE_SECRET_KEY=${secret}
JWT_KEYS=${JSON.stringify(jwks)}`;
}
