import type { Query } from '../../../database/database.ts';

/**
 * Lists the sign-in methods without a password in words for the account's holder. A new password leaves them
 * unchanged.
 */
export async function otherSignIns(query: Query, userId: string): Promise<string[]> {
  const { rows } = await query<{ providers: string[]; passkeys: number }>(
    `select
       (select coalesce(array_agg(distinct provider order by provider), '{}') from auth.identities
        where user_id = $1 and provider not in ('email', 'phone')) as providers,
       (select count(*)::int from auth.webauthn_credentials where user_id = $1) as passkeys`,
    [userId],
  );
  const { providers, passkeys } = rows[0]!;
  if (passkeys === 0) return providers;
  return [...providers, passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`];
}
