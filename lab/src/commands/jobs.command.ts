import { defineCommand, UsageError } from '../../../server/src/commands/define-command.ts';
import { cronStatements, jobs, queueJobs } from '../schedules/jobs.ts';

export const command = defineCommand('jobs')
  .description(
    'Lists the jobs that run on a schedule. The server runs all of them; on Supabase pg_cron does.',
  )
  .option('--cron <URL>', 'print the SQL that schedules them on the Supabase project at this address')
  .action(({ cron }) => {
    console.log(cron === undefined ? table() : cronStatements(origin(cron)).join('\n'));
  });

const units: readonly (readonly [string, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['second', 1],
];

function interval(seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds % size === 0)!;
  return seconds === size ? `every ${unit}` : `every ${seconds / size} ${unit}s`;
}

function table(): string {
  const rows = [
    ...jobs.map(({ name, does, everySeconds }) => [name, interval(everySeconds), does]),
    ...queueJobs.map(({ name, does }) => [name, 'when due', does]),
  ];
  return rows.map(([name, when, does]) => `${name!.padEnd(25)} ${when!.padEnd(17)} ${does}`).join('\n');
}

function origin(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') throw new UsageError(`--cron needs an https address, not "${text}".`);
  return url.origin;
}
