import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { readLabConfig } from '../configuration.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { formats, writeAll, type Format } from './applications/export.ts';
import { day, setIntake } from './applications/intake.ts';
import { list } from './applications/list.ts';
import { resend } from './applications/resend.ts';
import { defineCommand } from '../../../server/src/commands/define-command.ts';
import { wholeNumber } from '../../../server/src/commands/whole-number.ts';
import { withDatabases } from '../../../server/src/commands/with-databases.ts';

const onOff = ['on', 'off'] as const;

const run = (work: (database: Database) => Promise<void>) =>
  withDatabases(readLabConfig(), 'applications', ({ owner }) => work(owner));

export const command = defineCommand('applications').description('The applications, without the admin area.');

command
  .command('list')
  .description('the newest first')
  .option('--limit <N>', 'at most so many', (text) => wholeNumber('--limit', text), 50)
  .option('--archived', 'those in the archive instead')
  .action(({ limit, archived = false }) => run((database) => list(database, limit, archived)));

command
  .command('export')
  .description('all of them, archived ones included, to standard output or a file')
  .addOption(
    command
      .createOption('--format <FORMAT>', 'the form of the rows')
      .choices(formats)
      .default('csv' as const),
  )
  .option('--output <FILE>', 'write this file instead (mode 600)')
  .action(({ format, output }) => run((database) => exportAll(database, format, output)));

command
  .command('resend')
  .description('sends the confirmation mail again to this applicant, or to all whose mail was given up')
  .argument('[EMAIL]', "the applicant's address")
  .action((email) => run((database) => resend(database, email ?? null)));

command
  .command('release')
  .description('archives what has gone unconfirmed for seven days: its e-mail and profile are free again')
  .action(() => run(release));

command
  .command('close')
  .description('takes no applications, until a day or until they are opened again')
  .option('--until <DAY>', 'the day on which they open by themselves, for example 2027-01-31 (UTC)', day)
  .action(({ until }) => run((database) => setIntake(database, true, until ?? null)));

command
  .command('open')
  .description('takes applications again, and tells those who left an address for it')
  .action(() => run((database) => setIntake(database, false, null)));

command
  .command('abuse-protection')
  .description(
    'how often one address may apply; under attack, let every form solve a puzzle in the background',
  )
  .addOption(command.createOption('--proof-of-work <STATE>', 'switch the puzzle on or off').choices(onOff))
  .action(({ proofOfWork }) => run((database) => abuseProtection(database, proofOfWork)));

async function exportAll(database: Database, format: Format, file?: string): Promise<void> {
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

/** Prints the limits on applying, after switching proof of work on or off for every copy if asked to. */
async function abuseProtection(database: Database, proofOfWork?: (typeof onOff)[number]): Promise<void> {
  if (proofOfWork)
    await database.query('update private.brakes set proof_of_work = $1', [proofOfWork === 'on']);
  const { rows } = await database.query<Record<string, string>>(
    `select per_address, per_network, address_window::text,
            case when proof_of_work then 'on' else 'off' end as proof from private.brakes`,
  );
  const { per_address, per_network, address_window, proof } = rows[0]!;
  console.log(`per address: ${per_address} in ${address_window}
per network (/24, /48): ${per_network} in ${address_window}
proof of work: ${proof}`);
}
