import { CONFIRMATION_PERIOD } from '@solostead/contract/lab';
import { plural } from '@solostead/contract/plural';
import { readLabConfig } from '../configuration.ts';
import { throwForOperator } from './throw-for-operator.ts';
import type { Database } from '@solostead/server/database';
import {
  defineCommand,
  UsageError,
  UserError,
  visible,
  wholeNumber,
  withDatabases,
} from '@solostead/server/commands';
import {
  exportToFile,
  exportToOutput,
  formats,
  type Format,
  type Application,
} from './applications/export.ts';

const onOff = ['on', 'off'] as const;

const run = (work: (database: Database) => Promise<void>) =>
  withDatabases(readLabConfig(), 'applications', ({ owner }) => work(owner));

export const command = defineCommand('applications').description(
  'Lists, exports and manages applications without the admin area.',
);

command
  .command('list')
  .description('lists applications, newest first')
  .option('--limit <N>', 'at most N', (text) => wholeNumber('--limit', text), 50)
  .option('--archived', 'list archived applications instead')
  .action(({ limit, archived = false }) => run((database) => list(database, limit, archived)));

command
  .command('export')
  .description('exports all applications, archived ones included, to standard output or a file')
  .addOption(
    command
      .createOption('--format <FORMAT>', 'the format of the rows')
      .choices(formats)
      .default('csv' as const),
  )
  .option('--output <FILE>', 'write this file instead (mode 600)')
  .action(({ format, output }) => run((database) => exportAll(database, format, output)));

command
  .command('resend')
  .description(
    'sends the confirmation email again to this applicant, or to all whose email could not be sent',
  )
  .argument('[EMAIL]', "the applicant's address")
  .action((email) => run((database) => resend(database, email ?? null)));

command
  .command('release')
  .description(
    `archives applications unconfirmed for ${CONFIRMATION_PERIOD}, so that their email and profile are free again`,
  )
  .action(() => run(release));

command
  .command('close')
  .description('closes applications, until a day or until they are opened again')
  .option(
    '--until <DAY>',
    'the day on which they open automatically, for example 2027-01-31, at midnight of the lab',
    day,
  )
  .action(({ until }) => run((database) => setIntake(database, true, until ?? null)));

command
  .command('open')
  .description('opens applications and emails everyone who asked to be notified')
  .action(() => run((database) => setIntake(database, false, null)));

command
  .command('abuse-protection')
  .description(
    'shows if each form must solve a puzzle in the background, and switches this on against attacks',
  )
  .addOption(command.createOption('--proof-of-work <STATE>', 'switch the puzzle on or off').choices(onOff))
  .action(({ proofOfWork }) => run((database) => abuseProtection(database, proofOfWork)));

async function exportAll(database: Database, format: Format, file?: string): Promise<void> {
  if (file === undefined) return exportToOutput(database, format);
  const count = await exportToFile(database, format, file);
  console.log(`${count} applications written to ${file}.`);
}

async function release(database: Database): Promise<void> {
  const { rows } = await database.query<{ count: string }>(
    'select public.archive_unconfirmed_applications() as count',
  );
  const count = Number(rows[0]!.count);
  console.log(`${plural(count, 'application')} archived.`);
}

/** Prints if proof of work is on, after switching it for every copy of the server if asked to. */
async function abuseProtection(database: Database, proofOfWork?: (typeof onOff)[number]): Promise<void> {
  if (proofOfWork)
    await database.query('update private.form_protection set proof_of_work = $1', [proofOfWork === 'on']);
  const { rows } = await database.query<{ proof: string }>(
    `select case when proof_of_work then 'on' else 'off' end as proof from private.form_protection`,
  );
  console.log(`proof of work: ${rows[0]!.proof}`);
}

/** Prints the newest applications, one per line, archived ones only on request. */
async function list(database: Database, limit: number, archived: boolean): Promise<void> {
  const { rows } = await database.query<Application & { total: string }>(
    `select *, count(*) over () as total from public.applications
      where (archived_at is not null) = $2
      order by created_at desc, id desc limit $1`,
    [limit, archived],
  );
  for (const row of rows) console.log(describe(row));
  console.log(summarise(rows.length, Number(rows[0]?.total ?? 0), archived));
}

function describe(row: Application): string {
  const confirmed = row.email_confirmed_at ? 'confirmed' : `unconfirmed (email ${row.confirmation_mail})`;
  const day = (row.created_at as Date).toISOString().slice(0, 16).replace('T', ' ');
  return [day, row.status, confirmed, row.name, row.email, row.linkedin ?? '-', row.sectors]
    .map((cell) => visible(String(cell)))
    .join('  ');
}

function summarise(shown: number, total: number, archived: boolean): string {
  const noun = archived ? 'archived application' : 'application';
  if (total === 0) return `No ${noun}s yet.`;
  const all = plural(total, noun);
  return shown < total ? `${shown} of ${all} (--limit shows more).` : `${all}.`;
}

/** Queues the confirmation mail of this applicant, or of all whose mail was given up. At most five reach one. */
async function resend(database: Database, email: string | null): Promise<void> {
  const { rows } = await database.query<{ queued: boolean }>(
    `select public.resend_confirmation_mail(id) as queued from public.applications
      where archived_at is null and email_confirmed_at is null
        and case when $1::text is null then confirmation_mail = 'failed'
                 else private.email_key(email) = private.email_key($1) end`,
    [email],
  );
  const queued = rows.filter((row) => row.queued).length;
  if (email !== null && rows.length === 0) {
    throw new UserError('There is no unconfirmed application with this address.');
  }
  if (email !== null && queued === 0) {
    throw new UserError(
      'An email is already on its way, or this applicant has received five. No more are sent.',
    );
  }
  console.log(`${plural(queued, 'confirmation email')} queued. The running server sends them.`);
}

/** A day as it is typed, YYYY-MM-DD. PostgreSQL has no year 0. */
function day(text: string): string {
  const time = /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : NaN;
  // Date.parse reads 30 February as 2 March.
  if (!Number.isNaN(time) && new Date(time).toISOString().startsWith(text)) return text;
  throw new UsageError(`--until must be a day as 2027-01-31, and ${text} is none.`);
}

/** Closes applications until `opensOn` (null without a day), or opens them, and prints the new state. */
async function setIntake(database: Database, isClosed: boolean, opensOn: string | null): Promise<void> {
  const { rows } = await database
    .query<{ waiting: number }>(
      `select (select count(*)::int from private.opening_requests where confirmed_at is not null) as waiting
         from private.set_intake($1, $2)`,
      [isClosed, opensOn],
    )
    .catch(throwForOperator);
  const waiting = rows[0]!.waiting;
  const people = plural(waiting, 'address', 'addresses');
  if (!isClosed) console.log(`Applications are open. The running server notifies ${people}.`);
  else {
    const end = opensOn ?? 'they are opened again';
    console.log(`Applications are closed until ${end}; ${people} will be notified then.`);
  }
}
