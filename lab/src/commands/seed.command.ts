import { readLabConfig } from '../configuration.ts';
import type { Database } from '@solostead/server/database';
import { defineCommand, wholeNumber, withDatabases } from '@solostead/server/commands';
import { insertSamples } from './seed/sample-applications.ts';
import { insertScorecards, updateRatings } from './seed/sample-scorecards.ts';

/** Applications in one transaction, a compromise between speed and visible progress. */
const BATCH_SIZE = 20_000;

/** Samples are recognised by the profile's name, which ends with their number. */
const IS_SAMPLE = `linkedin_profile ~ '^sample-builder-[0-9]{7}$'`;

export const command = defineCommand('seed')
  .description(
    'Adds sample applications to try the review with. They are marked as samples and spread over the shortest retention period.',
  )
  .argument('<COUNT>', 'the number to add, or remove to delete every sample', (text) =>
    text === 'remove' ? text : wholeNumber('COUNT, unless it is remove,', text),
  )
  .action((what) =>
    withDatabases(readLabConfig(), 'seed', ({ owner }) =>
      what === 'remove' ? remove(owner) : seed(owner, what),
    ),
  );

/** Adds `count` samples, numbered after existing ones, and reports progress on one line. */
async function seed(database: Database, count: number): Promise<void> {
  const { rows } = await database.query<{ last: number }>(
    `select coalesce(max(right(linkedin_profile, 7)::integer), 0) as last from public.applications where ${IS_SAMPLE}`,
  );
  const { last } = rows[0]!;
  // Samples that retention erases at the next start would be missed.
  const terms = await database.query<{ months: number }>(
    'select least(unconfirmed_months, declined_months, withdrawn_months, accepted_months) as months from public.lab_terms',
  );
  const days = Math.min(730, 28 * terms.rows[0]!.months - 1, Math.max(30, Math.round(count / 40)));
  for (let done = 0; done < count;) {
    const batch = Math.min(BATCH_SIZE, count - done);
    await database.transaction(async (query) => {
      // The values below equal the triggers' results and are a hundred times faster. Only a superuser may disable
      // triggers. Elsewhere they run.
      await query(
        `select set_config('session_replication_role', 'replica', true) where current_setting('is_superuser') = 'on'`,
      );
      await query(insertSamples, [last + done, batch, last + count, days]);
    });
    done += batch;
    showProgress(done, count);
  }
  // Members see ratings of applications that they have scored, unless the lab shows all.
  await database.transaction(async (query) => {
    await query(insertScorecards, [last]);
    await query(updateRatings);
    await query('select private.save_first_scorecards(null, null)');
  });
  await database.query(
    'vacuum analyze public.applications, public.application_ratings, public.application_scorecards',
  );
  console.log(`${count.toLocaleString('en')} sample applications added.`);
}

async function remove(database: Database): Promise<void> {
  const { rowCount } = await database.query(`delete from public.applications where ${IS_SAMPLE}`);
  await database.query('vacuum analyze public.applications');
  console.log(`${rowCount.toLocaleString('en')} sample applications removed.`);
}

function showProgress(done: number, count: number): void {
  const share = Math.floor((100 * done) / count);
  const line = `${share} %  ${done.toLocaleString('en')} of ${count.toLocaleString('en')}`;
  if (process.stderr.isTTY) process.stderr.write(`\r${line}${done === count ? '\n' : ''}`);
  else console.error(line);
}
