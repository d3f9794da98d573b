import { plural } from '@solostead/contract/plural';
import { readLabConfig } from '../configuration.ts';
import type { Database } from '@solostead/server/database';
import { defineCommand, visible, withDatabases } from '@solostead/server/commands';
import { runJob } from '../schedules/run-jobs.ts';
import { vacuumErased } from '../erasure/vacuum-erased.ts';
import { keepErasures } from '../erasure/keep-erasures.ts';

export const command = defineCommand('retention')
  .description(
    'Erases the applications whose retention period is over: some months after they were declined, withdrawn or ' +
      'accepted, or arrived and were never confirmed, as the page /privacy promises. The running server does ' +
      'so every day. Open applications stay.',
  )
  .option('--dry-run', 'erase nothing, and list the applications that are due, with reason and date')
  .option('--names', 'with --dry-run, also list whose applications they are')
  .action(async ({ dryRun = false, names = false }) => {
    const config = readLabConfig();
    await withDatabases(config, 'retention', async ({ owner }) => {
      if (dryRun) return listExpired(owner, names);
      return erase(owner, config);
    });
  });

async function erase({ query }: Database, config: ReturnType<typeof readLabConfig>): Promise<void> {
  const erased = await runJob(query, 'apply-retention');
  await vacuumErased(query);
  await keepErasures(query, config);
  console.log(erased === 0 ? 'Nothing is due.' : `${erased} erased.`);
}

interface Expired {
  readonly id: string;
  readonly outcome: string;
  readonly since: string;
  readonly months: number;
  readonly due: string;
  readonly name: string;
  readonly email: string;
}

/** The size of a page, so that any number fits. */
const PAGE = 1000;

/** Prints one line for each application that is due, the longest due first, and how many there are by outcome. */
async function listExpired(database: Database, withNames: boolean): Promise<void> {
  const counts = new Map<string, number>();
  await database.transaction(async (query) => {
    await query(
      `declare expired no scroll cursor for
         select e.id, e.outcome, e.months, (e.since at time zone private.lab_zone())::date::text as since,
                (e.due_at at time zone private.lab_zone())::date::text as due, a.name, a.email
           from private.expired_applications e join public.applications a on a.id = e.id
          order by e.due_at, e.id`,
    );
    for (;;) {
      const { rows } = await query<Expired>(`fetch ${PAGE} from expired`);
      for (const row of rows) {
        console.log(describe(row, withNames));
        counts.set(row.outcome, (counts.get(row.outcome) ?? 0) + 1);
      }
      if (rows.length < PAGE) return;
    }
  });
  console.log(summarise(counts));
}

function describe({ id, outcome, since, months, due, name, email }: Expired, withNames: boolean): string {
  const period = `kept ${plural(months, 'month')}, due ${due}`;
  const who = withNames ? `  ${visible(name)}  ${visible(email)}` : '';
  return `${id}  ${outcome} since ${since}, ${period}${who}`;
}

function summarise(counts: ReadonlyMap<string, number>): string {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return 'Nothing is due.';
  const parts = [...counts].sort().map(([outcome, count]) => `${count} ${outcome}`);
  return `${total} due: ${parts.join(', ')}.`;
}
