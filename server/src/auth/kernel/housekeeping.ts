import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';

const HOUR_MS = 3_600_000;

/** Deletes sessions and flows a day after they ended, and personal data past its retention. */
const statements = [
  `delete from auth.audit_log_entries where created_at < now() - interval '180 days'`,
  `delete from auth.flow_state where created_at < now() - interval '1 day'`,
  `delete from auth.oauth_client_states where created_at < now() - interval '1 day'`,
  `delete from auth.saml_relay_states where created_at < now() - interval '1 day'`,
  `delete from auth.webauthn_challenges where expires_at < now() - interval '1 day'`,
  `delete from auth.spent_proofs where expires_at < now() - interval '1 day'`,
  `delete from auth.mfa_challenges where created_at < now() - interval '1 day'`,
  `delete from auth.one_time_tokens where created_at < (now() at time zone 'utc') - interval '2 days'`,
  `delete from auth.sessions where not_after < now() - interval '1 day'`,
];

/** Tidies up once an hour; every copy of the server may. @returns how to stop it */
export function startHousekeeping(database: Database, log: FastifyBaseLogger): () => void {
  const tidy = async (): Promise<void> => {
    for (const text of statements) await database.query(text);
  };
  const timer = setInterval(() => {
    tidy().catch((error: unknown) => log.warn({ err: error }, 'tidying up after sign-ins failed'));
  }, HOUR_MS);
  timer.unref();
  return () => clearInterval(timer);
}
