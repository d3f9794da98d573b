import { defineCommand, UsageError } from '@solostead/server/commands';
import { cronStatements, jobs, queueJobs } from '../schedules/jobs.ts';

export const command = defineCommand('jobs')
  .description('Lists the jobs that run on a schedule. The server runs all of them, or pg_cron on Supabase.')
  .option('--cron <URL>', 'print the SQL that schedules them on the Supabase project at this address')
  .option('--json', 'print an array of jobs: name, everySeconds (null: when due), does')
  .action(({ cron, json }) => {
    if (cron !== undefined) console.log(cronStatements(origin(cron)).join('\n'));
    else console.log(json ? JSON.stringify(listed(), null, 2) : table());
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

const listed = () => [
  ...jobs.map(({ name, everySeconds, does }) => ({ name, everySeconds, does })),
  ...queueJobs.map(({ name, does }) => ({ name, everySeconds: null, does })),
];

const table = (): string =>
  listed()
    .map(({ name, everySeconds, does }) => {
      const when = everySeconds === null ? 'when due' : interval(everySeconds);
      return `${name.padEnd(25)} ${when.padEnd(17)} ${does}`;
    })
    .join('\n');

function origin(text: string): string {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:') throw new UsageError(`--cron needs an https address, not "${text}".`);
  return url.origin;
}
