import type { TokenFault } from '../../gateway/caller.ts';
import type { Call, SignedInCall } from '../kernel/call.ts';
import type { Transaction } from '../kernel/transaction.ts';
import { type Account, isBanned, isUuid } from '../kernel/entities/account.rules.ts';
import type { SessionRow } from '../kernel/entities/session.rules.ts';
import * as errors from '../kernel/errors.ts';
import { findAccount, lockAccount } from '../accounts/store/accounts.store.ts';
import { lockSession } from './store/refresh-tokens.store.ts';
import { findSession } from './store/sessions.store.ts';

const WRONG_TYPE = 'token has invalid claims: a claim has the wrong type';

const reasons: Readonly<Record<TokenFault, string>> = {
  malformed: 'token is malformed',
  'bad-signature': 'signature is invalid',
  expired: 'token has invalid claims: token is expired',
  'not-yet-valid': 'token has invalid claims: token is not valid yet',
  'wrong-exp': WRONG_TYPE,
  'wrong-nbf': WRONG_TYPE,
  'wrong-iat': WRONG_TYPE,
  'wrong-aud': WRONG_TYPE,
  'issued-later': 'token has invalid claims: token used before issued',
  'unknown-role': 'token has invalid claims: unknown role',
};

/** @throws AuthError 403 bad_jwt when a bearer was sent and refused by the gateway */
function refuseFaultyBearer(call: Call): void {
  const { fault } = call.request.caller;
  if (fault) throw errors.badJwt(`invalid JWT: unable to parse or verify signature, ${reasons[fault]}`);
}

/** Admin routes need no user, only the service's own role or Supabase's own (contract A0.7). */
export function requireAdmin(call: Call): void {
  if (call.request.caller.unknownRole === 'supabase_admin') return;
  refuseFaultyBearer(call);
  const { bearer, claims } = call.request.caller;
  if (claims.role === 'service_role') return;
  if (bearer === null) throw errors.authError('no_authorization');
  throw errors.authError('not_admin');
}

/** The bearer's user and session. Removed, banned or ended ones are refused although the token lives (contract A0.4). */
export async function requireUser(call: Call): Promise<SignedInCall> {
  refuseFaultyBearer(call);
  const { bearer, claims } = call.request.caller;
  if (bearer === null) throw errors.authError('no_authorization');
  if (!claims.sub) throw errors.badJwt('invalid claim: missing sub claim');
  if (!isUuid(claims.sub))
    throw errors.authError('bad_jwt', { status: 400, message: 'invalid claim: sub claim must be a UUID' });
  const [account, session] = await Promise.all([
    findAccount(call.auth.database, claims.sub),
    sessionOfToken(call, claims.session_id),
  ]);
  return admit(call, account, session);
}

/**
 * Returns the call with its account and session as they are now, locked until the transaction ends. A new password or a
 * sign-out may have ended the session after the request was admitted, for example while it waited to hash.
 * @throws AuthError 403 user_not_found, user_banned, session_not_found
 */
export async function lockCaller(tx: Transaction<SignedInCall>): Promise<Transaction<SignedInCall>> {
  const account = await lockAccount(tx, tx.account.user.id);
  const { session } = tx;
  const isLiving = session !== null && (await lockSession(tx, session.id));
  return admit(tx, account, isLiving ? await findSession(tx, session.id) : null);
}

function admit<Kind extends Call>(call: Kind, account: Account | null, session: SessionRow | null) {
  if (!account)
    throw errors.authError('user_not_found', {
      status: 403,
      message: 'User from sub claim in JWT does not exist',
    });
  if (isBanned(account.user, call.auth.clock.now())) throw errors.userBanned(403);
  const { claims } = call.request.caller;
  if (claims.session_id && session?.user_id !== account.user.id) {
    throw errors.authError('session_not_found');
  }
  return { ...call, account, session };
}

async function sessionOfToken(call: Call, id: string | undefined) {
  if (!id) return null;
  if (!isUuid(id)) throw errors.validationFailed('session_id claim must be a UUID');
  return findSession(call.auth.database, id);
}
