import { randomUUID } from 'node:crypto';
import type { Query } from '../../../database/database.ts';
import type { Metadata } from '../../kernel/entities/account.rules.ts';

export interface NewIdentity {
  readonly userId: string;
  readonly provider: string;
  /** The user's id at the provider, or our own id for email and phone. */
  readonly providerId: string;
  readonly data: Metadata;
  readonly at: Date;
}

export async function insertIdentity(query: Query, identity: NewIdentity): Promise<string> {
  const id = randomUUID();
  await query(
    `insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5::jsonb, $6, $6, $6)`,
    [id, identity.userId, identity.provider, identity.providerId, JSON.stringify(identity.data), identity.at],
  );
  return id;
}

/** Merges data into a user's identity with a provider, if there is one. */
export async function mergeIdentityData(
  query: Query,
  userId: string,
  provider: string,
  data: Metadata,
  at: Date,
): Promise<void> {
  await query(
    `update auth.identities set identity_data = identity_data || $3::jsonb, updated_at = $4
     where user_id = $1 and provider = $2`,
    [userId, provider, JSON.stringify(data), at],
  );
}

export async function deleteIdentity(query: Query, id: string): Promise<void> {
  await query('delete from auth.identities where id = $1', [id]);
}

/** Replaces what the provider said at an earlier sign-in. */
export async function replaceIdentityData(
  query: Query,
  provider: string,
  providerId: string,
  data: Metadata,
  at: Date,
): Promise<void> {
  await query(
    `update auth.identities set identity_data = $3::jsonb, last_sign_in_at = $4, updated_at = $4
     where provider = $1 and provider_id = $2`,
    [provider, providerId, JSON.stringify(data), at],
  );
}

/** Removes every identity of a user but the one given. */
export async function deleteOtherIdentities(query: Query, userId: string, keep: string): Promise<void> {
  await query('delete from auth.identities where user_id = $1 and id <> $2', [userId, keep]);
}

/** Removes every identity of a user but those of the account's own address and number. */
export async function deleteExternalIdentities(query: Query, userId: string): Promise<void> {
  await query(`delete from auth.identities where user_id = $1 and provider not in ('email', 'phone')`, [
    userId,
  ]);
}
