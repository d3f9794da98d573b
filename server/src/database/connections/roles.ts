import type { Settings } from './connect.ts';

export type ServiceRole = 'authenticator' | 'supabase_auth_admin';

/**
 * Settings that `alter role … set` gives a role that logs in. A connection that switches with SET ROLE sets them
 * itself.
 */
const settings: Readonly<Record<ServiceRole, Settings>> = {
  authenticator: { statement_timeout: '8s', lock_timeout: '8s', idle_in_transaction_session_timeout: '30s' },
  supabase_auth_admin: { idle_in_transaction_session_timeout: '60s', search_path: 'auth' },
};

/**
 * Returns a service's connection. In the embedded cluster every role may log in. Elsewhere the given one logs in and
 * drops to `role` for good. Limits in SQL read `solostead.limits`, which no client can set.
 */
export function connectionAs(
  role: ServiceRole,
  url: string,
  isEmbedded: boolean,
  limits: boolean,
): { readonly url: string; readonly settings: Settings } {
  const switches: Record<string, string> = {
    // A warning at COMMIT must be heard (lend.ts).
    client_min_messages: 'warning',
    ...(limits ? {} : { 'solostead.limits': 'off' }),
  };
  return isEmbedded
    ? { url: url.replace('//postgres@', `//${role}@`), settings: switches }
    : { url, settings: { ...settings[role], ...switches, role } };
}
