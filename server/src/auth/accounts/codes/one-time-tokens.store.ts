import { randomUUID } from 'node:crypto';
import type { Queryable } from '../../../database/database.ts';
import { type Dated, deleteRows } from '../../../database/rows.ts';
import type { AddressKind } from '../../kernel/entities/account.rules.ts';
import type { TokenType } from './one-time-code.rules.ts';

const TABLE = 'auth.one_time_tokens';

export interface OneTimeTokenRow {
  readonly id: string;
  readonly user_id: string;
  readonly token_type: TokenType;
  readonly token_hash: string;
  readonly relates_to: string;
}

/** Keeps a code's hash in place of the one before of the same kind. */
export async function putToken(db: Dated, token: Omit<OneTimeTokenRow, 'id'>): Promise<void> {
  await db.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3::auth.one_time_token_type, $4, $5, $6::timestamptz at time zone 'utc',
       $6::timestamptz at time zone 'utc')
     on conflict (user_id, token_type) do update set id = excluded.id, token_hash = excluded.token_hash,
       relates_to = excluded.relates_to, created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), token.user_id, token.token_type, token.token_hash, token.relates_to, db.at],
  );
}

/** The tokens kept as one of `types` whose column has a value, in the types' order. */
async function find(
  db: Queryable,
  types: readonly TokenType[],
  column: 'token_hash' | 'relates_to' | 'user_id',
  value: string,
): Promise<OneTimeTokenRow[]> {
  const { rows } = await db.query<OneTimeTokenRow>(
    `select id, user_id, token_type, token_hash, relates_to from auth.one_time_tokens
     where ${column} = $1 and token_type = any ($2::auth.one_time_token_type[])
     order by array_position($2::auth.one_time_token_type[], token_type)`,
    [value, types],
  );
  return rows;
}

/** The token of `hash` kept as one of `types`, preferring the types' order. */
export const findToken = async (db: Queryable, types: readonly TokenType[], hash: string) =>
  (await find(db, types, 'token_hash', hash))[0] ?? null;

/** The tokens kept as one of `types` that were sent to an address or number, in the types' order. */
export const findTokensSentTo = (db: Queryable, types: readonly TokenType[], address: string) =>
  find(db, types, 'relates_to', address);

/** Returns a user's open token of this type, or null. */
export const findTokenOf = async (db: Queryable, userId: string, type: TokenType) =>
  (await find(db, [type], 'user_id', userId))[0] ?? null;

/** Uses a token. Returns true for exactly one of any number of parallel uses. */
export const spendToken = async (db: Queryable, { id, token_hash }: OneTimeTokenRow): Promise<boolean> =>
  (await deleteRows(db, TABLE, { id, token_hash })) === 1;

/** Forgets a user's outstanding tokens that were sent to an address or number. */
export const deleteTokensSentTo = (db: Queryable, user_id: string, address: string) =>
  deleteRows(db, TABLE, { user_id, relates_to: address.toLowerCase() });

/** Forgets a user's outstanding tokens of the given kinds. */
export async function deleteTokens(db: Queryable, userId: string, types: readonly TokenType[]) {
  await db.query(
    'delete from auth.one_time_tokens where user_id = $1 and token_type = any ($2::auth.one_time_token_type[])',
    [userId, types],
  );
}

/** The types of the codes that confirm a change. */
const changeTokens = {
  email: ['email_change_token_new', 'email_change_token_current'],
  phone: ['phone_change_token'],
} as const;

export const deleteChangeTokens = (db: Queryable, userId: string, kind: AddressKind): Promise<void> =>
  deleteTokens(db, userId, changeTokens[kind]);

export const deleteAllTokens = (db: Queryable, user_id: string) => deleteRows(db, TABLE, { user_id });
