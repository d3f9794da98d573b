import type { SignedInCall } from '../kernel/call.ts';
import { userJson } from '../accounts/user-json.rules.ts';

/** GET /user: the account behind the bearer (contract A3.1). */
export async function getUser({ account }: SignedInCall): Promise<unknown> {
  return userJson(account);
}
