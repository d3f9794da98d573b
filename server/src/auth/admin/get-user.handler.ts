import type { Handler } from '../kernel/call.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { targetAccount } from '../accounts/target-account.ts';

/** GET /admin/users/{user_id} (contract A7.3). */
export const adminGetUser: Handler = async (call) =>
  userJson(await targetAccount(call, call.auth.database.query));
