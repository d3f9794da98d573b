import type { Handler } from '../request/call.ts';
import { userJson } from '../domain/user-json.ts';
import { targetAccount } from './admin-target.ts';

/** GET /admin/users/{user_id} (auth contract 7). */
export const adminGetUser: Handler = async (call) =>
  userJson(await targetAccount(call, call.auth.database.query));
