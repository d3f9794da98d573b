import { type Account, hasVerifiedFactor } from './entities/account.rules.ts';
import type { SessionRow } from './entities/session.rules.ts';

/** A caller with the account, its session (null for tokens without one) and the verified claims of the token. */
interface Assured {
  readonly account: Account;
  readonly session: SessionRow | null;
  readonly request: { readonly caller: { readonly claims: Readonly<Record<string, unknown>> } };
}

/**
 * Returns true if the caller is below the level that the account requires. Both the token and its session must have
 * reached it. A token from before the second factor stays below, and one from after it falls with the session when
 * the factor is removed.
 */
export const owesSecondFactor = (call: Assured, account: Account = call.account): boolean =>
  hasVerifiedFactor(account) && !isAtSecondLevel(call);

/** Returns true if the session is at aal2, required or not. */
export const isAtSecondLevel = ({ session, request }: Assured): boolean =>
  session?.aal === 'aal2' && request.caller.claims['aal'] === 'aal2';
