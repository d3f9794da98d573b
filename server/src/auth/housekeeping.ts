import { isOutage } from '../database/database.ts';
import { repeat } from '../process/repeat.ts';
import type { AuthContext } from './kernel/context.ts';
import { deleteEndedSessions, pruneRefreshTokens } from './sessions/store/ended-sessions.store.ts';

const HOUR_MS = 3_600_000;

/** Deletes flows a day after they ended, and personal data past its retention. */
const statements = [
  `delete from auth.audit_log_entries where created_at < now() - interval '180 days'`,
  `delete from auth.flow_state where created_at < now() - interval '1 day'`,
  `delete from auth.oauth_client_states where created_at < now() - interval '1 day'`,
  `delete from auth.saml_relay_states where created_at < now() - interval '1 day'`,
  `delete from auth.webauthn_challenges where expires_at < now() - interval '1 day'`,
  `delete from auth.spent_proofs where expires_at < now() - interval '1 day'`,
  `delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  `delete from auth.one_time_tokens where created_at < (now() at time zone 'utc') - interval '2 days'`,
];

/** Cleans up at once and every hour. Every copy of the server may do so. Returns the function that stops it. */
export function startHousekeeping({ database, settings, log }: AuthContext): () => Promise<void> {
  let isStopping = false;
  const tidy = async (): Promise<void> => {
    for (const text of statements) await database.query(text);
    await deleteEndedSessions(database, settings.sessions, () => isStopping);
    await pruneRefreshTokens(database, settings.refresh_token_reuse_interval, () => isStopping);
  };
  const stop = repeat(HOUR_MS, tidy, (error) => {
    if (!isOutage(error)) log.warn({ err: error }, 'tidying up after sign-ins failed');
  });
  return () => {
    isStopping = true;
    return stop();
  };
}
