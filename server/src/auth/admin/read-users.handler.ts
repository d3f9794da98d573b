import { type Handler, queryOf } from '../kernel/call.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { targetAccount } from '../accounts/target-account.ts';
import { pageLinks, parsePage } from './pagination.rules.ts';
import { countAccounts, listAccounts } from './account-list.store.ts';

/** GET /admin/users/{user_id} (contract A7.3). */
export const adminGetUser: Handler = async (call) =>
  userJson(await targetAccount(call, call.auth.database.query));

/** GET /admin/users lists users, newest first, in pages, with `X-Total-Count` and `Link` (contract A7.2). */
export const adminListUsers: Handler = async (call) => {
  const page = parsePage(queryOf(call, 'page'), queryOf(call, 'per_page'));
  const filter = queryOf(call, 'filter') || null;
  const { query } = call.auth.database;
  const [accounts, total] = await Promise.all([
    listAccounts(query, page, filter),
    countAccounts(query, filter),
  ]);
  call.reply.header('X-Total-Count', String(total));
  call.reply.header('Link', pageLinks('/admin/users', page, total));
  return { users: accounts.map(userJson), aud: 'authenticated' };
};
