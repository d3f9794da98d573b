import type { SignedInCall } from '../request/call.ts';
import { userJson } from '../domain/user-json.ts';

/** GET /user: the account behind the bearer (auth contract 3). */
export async function getUser({ account }: SignedInCall): Promise<unknown> {
  return userJson(account);
}
