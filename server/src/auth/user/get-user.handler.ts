import type { SignedInCall } from '../kernel/call.ts';
import { userJson } from '../accounts/user-json.rules.ts';

/** GET /user: the account behind the bearer (auth contract 3). */
export async function getUser({ account }: SignedInCall): Promise<unknown> {
  return userJson(account);
}
