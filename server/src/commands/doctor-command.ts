import { type Config, readConfig } from '../config.ts';
import { makeKeys } from '../configuration/keys.ts';
import type { Query, Queryable } from '../database/database.ts';
import * as checks from '../doctor/findings.ts';
import type { Finding } from '../doctor/findings.ts';
import { defineCommand, emailAddress } from './define-command.ts';
import { withDatabases } from './with-databases.ts';

const marks = { fine: 'ok     ', warning: 'warning', wrong: 'WRONG  ' } as const;

/** A product's checks in addition to those of every project. */
export interface ProductDoctor {
  /** The subjects of the checks, for the help. */
  readonly subjects: string;
  readonly readConfig: () => Config;
  readonly configuration: (config: Config) => readonly Finding[];
  readonly database: (query: Query, config: Config) => Promise<readonly Finding[]>;
  readonly others: () => Promise<readonly Finding[]>;
}

/** The command `doctor`, with what a product adds to it. */
export function doctorCommand(product: ProductDoctor) {
  const command = defineCommand('doctor')
    .description(
      'Looks whether everything is as it should be, whether the server runs or not: configuration, ' +
        `disk, clock, database, mail, keys, backups${product.subjects}. Exit code 1 when something is ` +
        'wrong; warnings alone leave it 0.',
    )
    .option('--mail <ADDRESS>', 'send a mail there as well', emailAddress)
    .action(async ({ mail }) => {
      const findings = await examine(product, mail ?? null);
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

async function examine(product: ProductDoctor, address: string | null): Promise<Finding[]> {
  const config = product.readConfig();
  const directories = [config.dataDir, ...(config.backup.dir ? [config.backup.dir] : [])];
  const inDatabase = withDatabases(config, 'doctor', ({ owner }) => examineDatabase(product, config, owner), {
    migrates: false,
  });
  return [
    ...checks.checkConfiguration(config),
    ...product.configuration(config),
    ...checks.checkDisk(directories),
    ...(await inDatabase),
    await checks.checkMail(config, address),
    ...checks.checkKeys(config),
    checks.checkBackups(config.backup, new Date()),
    ...checks.checkErasures(directories),
    ...(await product.others()),
  ];
}

/** Changes nothing, and asks a product's tables only where this version made them. */
async function examineDatabase(
  product: ProductDoctor,
  config: Config,
  { query }: Queryable,
): Promise<Finding[]> {
  const { finding, isUsable } = await checks.checkDatabase(query, config);
  return [
    finding,
    await checks.checkConnections(query, config),
    ...(isUsable ? await product.database(query, config) : []),
    await checks.checkClock(query),
  ];
}

/** The doctor of a project without a product. */
export const command = doctorCommand({
  subjects: '',
  readConfig,
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
