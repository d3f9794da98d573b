import type { Queryable } from '../../database/database.ts';
import { type Dated, deleteRows } from '../../database/rows.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import type { Page } from './pagination.rules.ts';
import { ACCOUNT } from '../accounts/store/accounts.store.ts';

/** `$1` is part of an address, number or full name. Null matches all accounts. */
const MATCHES = `
  ($1::text is null or position(lower($1) in lower(concat_ws(' ', u.email, u.phone,
    u.raw_user_meta_data ->> 'full_name'))) > 0)`;

/** Accounts, newest first. */
export async function listAccounts(db: Queryable, page: Page, filter: string | null): Promise<Account[]> {
  const { rows } = await db.query<Account>(
    `select ${ACCOUNT} from auth.users u where ${MATCHES}
     order by u.created_at desc, u.id limit $2 offset $3`,
    [filter, page.size, (page.number - 1) * page.size],
  );
  return rows;
}

export async function countAccounts(db: Queryable, filter: string | null): Promise<number> {
  const { rows } = await db.query<{ total: number }>(
    `select count(*)::int as total from auth.users u where ${MATCHES}`,
    [filter],
  );
  return rows[0]!.total;
}

/** Soft deletion keeps the row for references. Personal data is removed or hashed: the address can be used again. */
export async function softDeleteUser(db: Dated, id: string): Promise<void> {
  await db.query(
    `update auth.users set
       email = case when email is null then null else encode(sha256((id::text || email)::bytea), 'hex') end,
       phone = case when phone is null then null
         else left(encode(sha256((id::text || phone)::bytea), 'hex'), 15) end,
       encrypted_password = null, email_change = '', phone_change = '',
       raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = $2, updated_at = $2
     where id = $1`,
    [id, db.at],
  );
  // Nothing that leads to a session stays: codes, open flows, passkeys.
  const tables = ['identities', 'mfa_factors', 'one_time_tokens', 'flow_state', 'webauthn_credentials'];
  for (const table of tables) await deleteRows(db, `auth.${table}`, { user_id: id });
}
