import type { Database } from '@solostead/server/database';
import { type Dependencies, repeat } from '@solostead/server/extension';
import { logFailure } from './schedules/run-jobs.ts';

const LOOK_MS = 5_000;

/**
 * Logs once when the mail server goes away and once when it is back, whichever copy of the server noticed. Returns the
 * function that stops it.
 */
export function watchMailServer({ owner, log }: Pick<Dependencies, 'owner' | 'log'>): () => Promise<void> {
  let wasAway = false;
  const look = async () => {
    const reason = await reasonOfOutage(owner);
    const isAway = reason !== null;
    if (isAway && !wasAway)
      log.warn({ reason }, 'the mail server cannot be used, so emails wait until it is back');
    if (!isAway && wasAway) log.warn('the mail server is back');
    wasAway = isAway;
  };
  return repeat(LOOK_MS, look, logFailure(log, 'the state of the mail server is not known'));
}

/** Returns the code of the failure, without words that may name a recipient, or null while the server is available. */
async function reasonOfOutage(owner: Pick<Database, 'query'>): Promise<string | null> {
  const { rows } = await owner.query<{ reason: string }>(
    `select coalesce(reason, '') as reason from public.mail_server_state() where down_since is not null`,
  );
  return rows[0]?.reason.split(':', 1)[0] ?? null;
}
