import type { Queryable } from '../../../database/database.ts';
import { type Dated, datedAt, deleteRows, insertRow } from '../../../database/rows.ts';
import type { Metadata } from '../../kernel/entities/account.rules.ts';

export interface NewIdentity {
  readonly userId: string;
  readonly provider: string;
  /** The user's id at the provider, or our own id for email and phone. */
  readonly providerId: string;
  readonly data: Metadata;
}

/** @returns the new identity's id */
export function insertIdentity(db: Dated, { userId, provider, providerId, data }: NewIdentity) {
  return insertRow(db, 'auth.identities', {
    user_id: userId,
    provider,
    provider_id: providerId,
    identity_data: data,
    last_sign_in_at: db.at,
    ...datedAt(db),
  });
}

/** Merges data into a user's identity with a provider, if there is one. */
export async function mergeIdentityData(db: Dated, userId: string, provider: string, data: Metadata) {
  await db.query(
    `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = $4
     where user_id = $1 and provider = $2`,
    [userId, provider, JSON.stringify(data), db.at],
  );
}

export const deleteIdentity = (db: Queryable, id: string) => deleteRows(db, 'auth.identities', { id });

/** Replaces what the provider said at an earlier sign-in. */
export async function replaceIdentityData(db: Dated, provider: string, providerId: string, data: Metadata) {
  await db.query(
    `update auth.identities set identity_data = $3::jsonb, last_sign_in_at = $4, updated_at = $4
     where provider = $1 and provider_id = $2`,
    [provider, providerId, JSON.stringify(data), db.at],
  );
}

/** Removes every identity of a user but the one given. */
export async function deleteOtherIdentities(db: Queryable, userId: string, keep: string): Promise<void> {
  await db.query('delete from auth.identities where user_id = $1 and id <> $2', [userId, keep]);
}

/** Removes every identity of a user but those of the account's own address and number. */
export async function deleteExternalIdentities(db: Queryable, userId: string): Promise<void> {
  await db.query(`delete from auth.identities where user_id = $1 and provider not in ('email', 'phone')`, [
    userId,
  ]);
}

/** Removes every identity of a user but that of the account's own address. */
export async function deleteForeignIdentities(db: Queryable, userId: string): Promise<void> {
  await db.query(`delete from auth.identities where user_id = $1 and provider <> 'email'`, [userId]);
}

/** The ways to sign in without a password, in words for the account's holder. A new password does not change them. */
export async function otherSignIns(db: Queryable, userId: string): Promise<string[]> {
  const { rows } = await db.query<{ providers: string[]; passkeys: number }>(
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
