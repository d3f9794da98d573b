import type { Queryable } from '../../../database/database.ts';
import type { KnownAccounts } from './identity-linking.rules.ts';
import type { ExternalIdentity, ProviderProfile } from './provider-profile.rules.ts';
import { lockKey } from '../store/accounts.store.ts';

/** The accounts that an identity of `provider` may belong to. Single sign-on only considers its own provider. */
export async function knownAccounts(
  db: Queryable,
  provider: string,
  profile: ProviderProfile,
  isSingleSignOn: boolean,
): Promise<KnownAccounts> {
  const verified = profile.emails.filter(({ isVerified }) => isVerified).map(({ address }) => address);
  const all = profile.emails.map(({ address }) => address);
  const { rows } = await db.query<KnownAccounts>(
    `select
       (select user_id from auth.identities where provider = $1 and provider_id = $2) as holder,
       (select coalesce(array_agg(distinct i.user_id::text), '{}') from auth.identities i
        where i.email = any ($3) and case when $5 then i.provider = $1
          else i.provider not like 'sso:%' and (i.identity_data ->> 'email_verified')::boolean end
       ) as "byIdentityEmail",
       (select coalesce(array_agg(id::text), '{}') from auth.users
        where lower(email) = any ($3) and not is_sso_user) as "byUserEmail",
       exists (select from auth.users where lower(email) = any ($4) and not is_sso_user) as "isEmailTaken"`,
    [provider, profile.subject, verified, all, isSingleSignOn],
  );
  return rows[0]!;
}

/**
 * Sign-ins of one external identity wait for each other until the transaction ends, and so do those of identities with
 * one verified address, of which the first makes the account of the others.
 */
export async function lockExternalIdentity(
  db: Queryable,
  { provider, profile }: ExternalIdentity,
): Promise<void> {
  const verified = profile.emails.filter(({ isVerified }) => isVerified).map(({ address }) => address);
  // In one order, because two transactions that each wait for the other would end in a deadlock.
  for (const key of [`${provider} ${profile.subject}`, ...new Set(verified.toSorted())])
    await lockKey(db, key);
}
