import type { Query } from '../../database/database.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import type { Page } from './pagination.rules.ts';
import { ACCOUNT } from '../accounts/store/accounts.store.ts';

/** `$1` is part of an address, number or full name. Null matches all accounts. */
const MATCHES = `
  ($1::text is null or position(lower($1) in lower(concat_ws(' ', u.email, u.phone,
    u.raw_user_meta_data ->> 'full_name'))) > 0)`;

/** Accounts, newest first. */
export async function listAccounts(query: Query, page: Page, filter: string | null): Promise<Account[]> {
  const { rows } = await query<Account>(
    `select ${ACCOUNT} from auth.users u where ${MATCHES}
     order by u.created_at desc, u.id limit $2 offset $3`,
    [filter, page.size, (page.number - 1) * page.size],
  );
  return rows;
}

export async function countAccounts(query: Query, filter: string | null): Promise<number> {
  const { rows } = await query<{ total: number }>(
    `select count(*)::int as total from auth.users u where ${MATCHES}`,
    [filter],
  );
  return rows[0]!.total;
}
