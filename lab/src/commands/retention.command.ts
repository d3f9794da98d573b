import { readLabConfig } from '../configuration.ts';
import type { Database } from '../../../server/src/database/database.ts';
import { defineCommand } from '../../../server/src/commands/define-command.ts';
import { withDatabases } from '../../../server/src/commands/with-databases.ts';
import { runJob } from '../schedules/run-jobs.ts';
import { vacuumErased } from '../erasure/vacuum-erased.ts';
import { removeCapturedMails } from '../erasure/captured-mails.ts';
import { erasureDirectories, keepErasures } from '../erasure/keep-erasures.ts';
import { listExpired } from './retention/list-expired.ts';

export const command = defineCommand('retention')
  .description(
    'Erases the applications whose time is over: so many months after they were declined, withdrawn or ' +
      'accepted, or came and were never confirmed, as the page /privacy says. The running server does ' +
      'so every day. Applications that wait for the lab stay.',
  )
  .option('--dry-run', 'erase nothing; list what would go, why and since when')
  .option('--names', 'with --dry-run: whose applications they are, too')
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
  await keepErasures(query, erasureDirectories(config));
  await removeCapturedMails(query, config.mail.outboxDir, new Date());
  console.log(erased === 0 ? 'Nothing is due.' : `${erased} erased.`);
}
