import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { parseArgs } from 'node:util';
import { readLabConfig } from '../configuration.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { abuseProtection } from './applications/abuse-protection.ts';
import { writeAll, type Format } from './applications/export.ts';
import { list } from './applications/list.ts';
import { resend } from './applications/resend.ts';
import { runCommand } from '../../../server/src/commands/run-command.ts';
import { withDatabases } from '../../../server/src/commands/with-databases.ts';
import { UserError } from '../../../server/src/user-error.ts';

const HELP = `The applications, without the admin area.

  npm run applications -- list [--limit 50] [--archived]
      the newest first
  npm run applications -- export [--format csv|json] [--output FILE]
      all of them, archived ones included, to standard output or a file
  npm run applications -- resend [EMAIL]
      sends the confirmation mail again to this applicant, or to all whose mail was given up
  npm run applications -- release
      archives what has gone unconfirmed for seven days, so that its e-mail and profile are free again
  npm run applications -- abuse-protection [--proof-of-work on|off]
      how often one address may apply; under attack, let every form solve a puzzle in the background`;

const options = {
  limit: { type: 'string', default: '50' },
  archived: { type: 'boolean', default: false },
  format: { type: 'string', default: 'csv' },
  output: { type: 'string' },
  'proof-of-work': { type: 'string' },
} as const;

await runCommand(HELP, async (args) => {
  const { values, positionals } = parseArguments(args);
  const [verb = 'list', subject = null] = positionals;
  const run = (work: (database: Database) => Promise<void>) =>
    withDatabases(readLabConfig(), 'applications', ({ owner }) => work(owner));
  if (verb === 'list') return run((database) => list(database, wholeNumber(values.limit), values.archived));
  if (verb === 'export')
    return run((database) => exportAll(database, formatOf(values.format), values.output));
  if (verb === 'resend') return run((database) => resend(database, subject));
  if (verb === 'release') return run(release);
  // `brakes` is the name of version 0.1.
  if (verb === 'abuse-protection' || verb === 'brakes')
    return run((database) => abuseProtection(database, values['proof-of-work']));
  throw new UserError(`There is no command "${verb}"; --help lists those there are.`);
});

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const [reason] = (error as Error).message.split('. ');
    throw new UserError(`${reason}: --help lists what there is.`);
  }
}

function wholeNumber(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UserError('--limit takes a whole number.');
  return Number(text);
}

function formatOf(text: string): Format {
  if (text !== 'csv' && text !== 'json') throw new UserError('--format takes csv or json.');
  return text;
}

async function exportAll(database: Database, format: Format, file: string | undefined): Promise<void> {
  if (file === undefined) return void (await writeAll(database, format, process.stdout));
  const target = createWriteStream(file, { mode: 0o600 });
  const failed = once(target, 'error').then(([error]) =>
    Promise.reject(Object.assign(error as Error, { path: file })),
  );
  const count = await Promise.race([writeAll(database, format, target), failed]);
  target.end();
  await Promise.race([once(target, 'close'), failed]);
  console.log(`${count} applications written to ${file}.`);
}

async function release(database: Database): Promise<void> {
  const { rows } = await database.query<{ count: string }>('select public.release_applications() as count');
  const count = Number(rows[0]!.count);
  console.log(`${count} ${count === 1 ? 'application' : 'applications'} archived.`);
}
