import type { Queryable } from '../../database/database.ts';
import { type SignedInCall, bodyOf } from '../kernel/call.ts';
import { type Transaction, audit, transaction } from '../kernel/transaction.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { dropEverythingPending } from '../accounts/changes/drop-changes.ts';
import {
  applyAddressChange,
  beginEmailChange,
  beginPhoneChange,
  sendPhoneCode,
} from '../accounts/changes/change-address.ts';
import { channelOf } from '../kernel/sms/sms.ts';
import { countingFailures, limitedVerification } from '../kernel/limits/limited-verification.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { type CodeChallenge, challengeOf } from '../accounts/codes/code-challenge.rules.ts';
import { changedMetadata } from '../accounts/metadata.rules.ts';
import { authError } from '../kernel/errors.ts';
import * as rules from './user-changes.rules.ts';
import { type CodeDelivery, sendCodeLater, sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { limitMailsByAccount } from '../accounts/mail/mail-limits.ts';
import { getAccount, updateUser } from '../accounts/store/accounts.store.ts';
import { otherSignIns } from '../accounts/store/identities.store.ts';
import { isExpired } from '../accounts/codes/one-time-code.rules.ts';
import { otpHash } from '../kernel/entities/secrets.rules.ts';
import { instant } from '../kernel/entities/session.rules.ts';
import { hashPassword, matchesPassword } from '../kernel/password-hashing.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { findToken, spendToken } from '../accounts/codes/one-time-tokens.store.ts';
import { lockCaller } from '../sessions/access.ts';
import { deleteSessions } from '../sessions/store/sessions.store.ts';
import { refuseTaken } from '../accounts/create-account.ts';

/** GET /user returns the account of the bearer (contract A3.1). */
export const getUser = async ({ account }: SignedInCall): Promise<unknown> => userJson(account);

/** PUT /user changes the caller's account (contract A3.2). */
export async function putUser(call: SignedInCall): Promise<unknown> {
  const body = bodyOf(call, rules.userBody);
  const { user } = call.account;
  const challenge = challengeOf(body);
  const requested = rules.requestedAddresses(user, body);
  const requirePermitted = (caller: SignedInCall) =>
    rules.requirePermitted(body, requested, {
      user: caller.account.user,
      owesSecondFactor: owesSecondFactor(caller),
    });
  requirePermitted(call);
  if (requested.email) {
    await refuseTaken(call.auth.database, 'email', requested.email);
    const asksBoth = user.email && call.auth.settings.email.double_confirm_changes;
    await limitMailsByAccount(call, 'email_change', requested.email, asksBoth ? 2 : 1);
  }
  const passwordHash = body.password ? await prepareNewPassword(call, body.password, body) : null;

  const nonce = call.auth.settings.email.secure_password_change ? body.nonce : null;

  const change = async () => {
    if (passwordHash && nonce) await findNonce(call, call.auth.database, nonce);
    // After all that can refuse the change, because a message costs money.
    const smsCode = requested.phone && (await sendPhoneCode(call, requested.phone, channelOf(body.channel)));
    return transaction(call, async (admitted) => {
      const tx = await lockCaller(admitted);
      requirePermitted(tx);
      // Before the rest, because it drops the changes that began earlier.
      if (passwordHash) await changePassword(tx, passwordHash, nonce ?? null);
      const deliveries = await changeRest(tx, body, { ...requested, smsCode }, challenge);
      const changed = Object.keys(body).filter((key) => key !== 'nonce' && !key.startsWith('code_'));
      await audit(tx, 'user_modified', user.id, { changed });
      return { account: await getAccount(tx, user.id), deliveries };
    });
  };
  const { account, deliveries } = body.nonce
    ? await countingFailures(call, `nonce ${user.id}`, change, NONCE_REFUSED)
    : await change();
  for (const delivery of deliveries) sendCodeLater(call, delivery);
  if (passwordHash) {
    const notice = rules.passwordNotice(call.account.user, call.session);
    const others = await otherSignIns(call.auth.database, user.id);
    if (notice) sendNoticeLater(call, notice, user.email, others);
  }
  return userJson(account);
}

/** Metadata, number and address. @returns the mails that the change of address asks for */
async function changeRest(
  tx: Transaction<SignedInCall>,
  body: rules.UserBody,
  requested: rules.RequestedAddresses & { readonly smsCode: string | null },
  challenge: CodeChallenge | null,
): Promise<CodeDelivery[]> {
  const { id, is_anonymous, raw_user_meta_data: data } = tx.account.user;
  if (body.data) {
    await updateUser(tx, id, { raw_user_meta_data: changedMetadata('user_metadata', data, body.data) });
  }
  if (requested.phone) {
    await beginPhoneChange(tx, await getAccount(tx, id), requested.phone, requested.smsCode);
  }
  if (!requested.email) return [];
  if (!is_anonymous || tx.auth.settings.email.enable_confirmations) {
    return beginEmailChange(tx, tx.account, requested.email, challenge);
  }
  await applyAddressChange(tx, await getAccount(tx, id), 'email', requested.email);
  return [];
}

/** A session younger than this needs no code to change the password. */
const FRESH_FOR_MS = 24 * 3_600_000;

/**
 * Checks a new password and hashes it (contract A3.2). Done before the transaction, for hashing waits in a queue.
 * @throws AuthError 400 current_password_required, current_password_invalid, reauthentication_needed;
 *   422 weak_password, same_password
 */
async function prepareNewPassword(call: SignedInCall, password: string, body: rules.UserBody) {
  const { settings } = call.auth;
  const stored = call.account.user.encrypted_password || null;
  if (stored && (body.current_password || mustKnowCurrent(call))) {
    await requireCurrent(call, stored, body.current_password);
  }
  await requireStrong(call, password, call.account.user.email);
  if (settings.email.secure_password_change && !body.nonce && !isFresh(call)) {
    throw authError('reauthentication_needed');
  }
  if (stored && (await matchesPassword(call, password, stored))) {
    throw authError('same_password');
  }
  return hashPassword(call, password);
}

/** A session of a recovery mail is not asked for the present password. */
function mustKnowCurrent(call: SignedInCall): boolean {
  const isRequested = call.auth.settings.email.require_current_password;
  return isRequested && rules.isSignedInByPassword(call.request.caller.claims['amr']);
}

async function requireCurrent(call: SignedInCall, stored: string, current: string | null | undefined) {
  const key = `current ${call.account.user.id}`;
  const isRight = () => matchesPassword(call, current ?? '', stored);
  if (current && (await limitedVerification(call, 'password_failures', key, isRight))) return;
  throw authError(current ? 'current_password_invalid' : 'current_password_required');
}

const isFresh = ({ session, auth }: SignedInCall): boolean =>
  session !== null && auth.clock.now() < instant(session.created_at) + FRESH_FOR_MS;

/** Sets the password, spends the code that allowed it, and ends all other sessions and what they began. */
async function changePassword(tx: Transaction<SignedInCall>, passwordHash: string, nonce: string | null) {
  const { user } = tx.account;
  if (nonce && !(await spendToken(tx, await findNonce(tx, tx, nonce)))) throw nonceRefused();
  await updateUser(tx, user.id, { encrypted_password: passwordHash });
  await deleteSessions(tx, user.id, { except: tx.session?.id });
  await dropEverythingPending(tx, user.id);
  await audit(tx, 'user_updated_password', user.id);
}

const NONCE_REFUSED = 'reauthentication_not_valid';

const nonceRefused = () => authError(NONCE_REFUSED);

/** @throws AuthError 422 reauthentication_not_valid */
async function findNonce({ account, auth }: SignedInCall, db: Queryable, nonce: string) {
  const { user } = account;
  const address = user.email ?? user.phone ?? '';
  const token = await findToken(db, ['reauthentication_token'], otpHash(address, nonce.trim()));
  const isLate = isExpired(user, 'reauthentication_token', auth.settings.email.otp_expiry, auth.clock.now());
  if (token?.user_id !== user.id || isLate) throw nonceRefused();
  return token;
}
