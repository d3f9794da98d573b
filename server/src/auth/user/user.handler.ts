import { type SignedInCall, bodyOf } from '../kernel/call.ts';
import { type Transaction, audit, transaction } from '../kernel/transaction.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import {
  applyAddressChange,
  beginEmailChange,
  beginPhoneChange,
} from '../accounts/changes/change-address.ts';
import { countingFailures, limitedVerification } from '../kernel/limits/limited-verification.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { type CodeChallenge, challengeOf } from '../accounts/codes/code-challenge.rules.ts';
import { mergeMetadata, requireSmall } from '../accounts/metadata.rules.ts';
import { AuthError, validationFailed } from '../kernel/errors.ts';
import * as rules from './user-changes.rules.ts';
import { type CodeDelivery, sendCodeLater, sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { limitMailsByAccount } from '../accounts/mail/mail-limits.ts';
import { getAccount, lockAccount, updateUser } from '../accounts/store/accounts.store.ts';
import { otherSignIns } from '../accounts/store/identities.store.ts';
import { issueCode, issueSmsCode } from '../accounts/codes/issue-code.ts';
import { limitSms, requirePhone, sendSmsCode } from '../kernel/sms/sms.ts';
import { isExpired } from '../accounts/codes/one-time-code.rules.ts';
import { otpHash } from '../kernel/entities/secrets.rules.ts';
import { instant } from '../kernel/entities/session.rules.ts';
import { hashPassword, matchesPassword } from '../kernel/password-hashing.ts';
import { requireStrong } from '../accounts/passwords/new-password.ts';
import { deleteProviderFlows } from '../accounts/codes/flow-states.store.ts';
import { findToken, spendToken } from '../accounts/codes/one-time-tokens.store.ts';
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
  rules.requirePermitted(body, requested, { user, owesSecondFactor: owesSecondFactor(call) });
  if (requested.email) {
    await refuseTaken(call.auth.database, 'email', requested.email);
    const asksBoth = user.email && call.auth.settings.email.double_confirm_changes;
    await limitMailsByAccount(call, 'email_change', requested.email, asksBoth ? 2 : 1);
  }
  const passwordHash = body.password
    ? await prepareNewPassword(call, { ...body, password: body.password })
    : null;

  const change = () =>
    transaction(call, async (tx) => {
      if (passwordHash) await changePassword(tx, passwordHash, body.nonce ?? null);
      const deliveries = await changeRest(tx, body, requested, challenge);
      const changed = Object.keys(body).filter((key) => key !== 'nonce' && !key.startsWith('code_'));
      await audit(tx, 'user_modified', user.id, { changed });
      return { account: await getAccount(tx, user.id), deliveries };
    });
  const { account, deliveries } = body.nonce
    ? await countingFailures(call, `nonce ${user.id}`, change, NONCE_REFUSED)
    : await change();
  for (const delivery of deliveries) sendCodeLater(call, delivery);
  if (passwordHash) {
    const others = await otherSignIns(call.auth.database, user.id);
    sendNoticeLater(call, 'password_changed', user.email, others);
  }
  return userJson(account);
}

/** Metadata, number and address. @returns the mails that the change of address asks for */
async function changeRest(
  tx: Transaction<SignedInCall>,
  body: rules.UserBody,
  requested: rules.RequestedAddresses,
  challenge: CodeChallenge | null,
): Promise<CodeDelivery[]> {
  const present = (await lockAccount(tx, tx.account.user.id))!;
  if (body.data) {
    const merged = requireSmall('user_metadata', mergeMetadata(present.user.raw_user_meta_data, body.data));
    await updateUser(tx, present.user.id, { raw_user_meta_data: merged });
  }
  if (requested.phone) {
    await refuseTaken(tx, 'phone', requested.phone);
    await beginPhoneChange(tx, present, requested.phone);
  }
  if (!requested.email) return [];
  const { is_anonymous, id } = present.user;
  if (!is_anonymous || tx.auth.settings.email.enable_confirmations) {
    return beginEmailChange(tx, present, requested.email, challenge);
  }
  await applyAddressChange(tx, await getAccount(tx, id), 'email', requested.email);
  return [];
}

/** GET /reauthenticate sends the holder a code, which PUT /user takes as `nonce` (contract A1.10). */
export async function reauthenticate(call: SignedInCall): Promise<unknown> {
  const { user } = call.account;
  if (!user.email && !user.phone) {
    throw validationFailed('Reauthentication requires the user to have an email or a phone number');
  }
  if (!user.email) return reauthenticateByPhone(call);
  const email = user.email;
  if (!user.email_confirmed_at) {
    throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  }
  await limitMailsByAccount(call, 'reauthentication', email);
  const code = await transaction(call, async (tx) => {
    await audit(tx, 'user_reauthenticate_requested', user.id);
    return issueCode(tx, { purpose: 'reauthentication', userId: user.id, address: email });
  });
  sendCodeLater(call, { purpose: 'reauthentication', to: email, code });
  return {};
}

/** GET /reauthenticate for an account with only a phone number → `{message_id}` (contract A1.10). */
async function reauthenticateByPhone(call: SignedInCall): Promise<unknown> {
  requirePhone(call);
  const { id: userId, phone, phone_confirmed_at } = call.account.user;
  if (!phone || !phone_confirmed_at) {
    throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.');
  }
  await limitSms(call, phone);
  const code = await transaction(call, async (tx) => {
    await audit(tx, 'user_reauthenticate_requested', userId);
    return issueSmsCode(tx, { purpose: 'reauthentication', userId, phone });
  });
  return { message_id: await sendSmsCode(call, phone, code, 'sms') };
}

/** A session younger than this needs no code to change the password. */
const FRESH_FOR_MS = 24 * 3_600_000;

/**
 * Checks a new password and hashes it (contract A3.2). Done before the transaction, for hashing waits in a queue.
 * @throws AuthError 400 current_password_required, current_password_invalid, reauthentication_needed;
 *   422 weak_password, same_password
 */
async function prepareNewPassword(
  call: SignedInCall,
  change: rules.UserBody & { readonly password: string },
): Promise<string> {
  const { settings } = call.auth;
  const stored = call.account.user.encrypted_password || null;
  if (stored && (change.current_password || mustKnowCurrent(call))) {
    await requireCurrent(call, stored, change.current_password);
  }
  await requireStrong(call, change.password, call.account.user.email);
  if (settings.email.secure_password_change && !change.nonce && !isFresh(call)) {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  if (stored && (await matchesPassword(call, change.password, stored))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(call, change.password);
}

/** A session of a recovery mail is not asked for the present password. */
function mustKnowCurrent(call: SignedInCall): boolean {
  const isAsked = call.auth.settings.email.require_current_password;
  return isAsked && rules.isSignedInByPassword(call.request.caller.claims['amr']);
}

async function requireCurrent(call: SignedInCall, stored: string, current: string | null | undefined) {
  if (!current) {
    const message = 'Current password required when setting new password.';
    throw new AuthError(400, 'current_password_required', message);
  }
  const key = `current ${call.account.user.id}`;
  const isRight = () => matchesPassword(call, current, stored);
  if (await limitedVerification(call.auth.limits, [['password_failures', key]], isRight)) return;
  const message = 'Current password required when setting new password.';
  throw new AuthError(400, 'current_password_invalid', message);
}

const isFresh = ({ session, auth }: SignedInCall): boolean =>
  session !== null && auth.clock.now() < instant(session.created_at) + FRESH_FOR_MS;

/** Sets the password, spends the code that allowed it, and ends all other sessions and flows at providers. */
async function changePassword(tx: Transaction<SignedInCall>, passwordHash: string, nonce: string | null) {
  const { user } = tx.account;
  if (tx.auth.settings.email.secure_password_change && nonce) await spendNonce(tx, nonce);
  await updateUser(tx, user.id, { encrypted_password: passwordHash });
  await deleteSessions(tx, user.id, { except: tx.session?.id });
  await deleteProviderFlows(tx, user.id);
  await audit(tx, 'user_updated_password', user.id);
}

const NONCE_REFUSED = 'reauthentication_not_valid';

/** @throws AuthError 422 reauthentication_not_valid */
async function spendNonce(tx: Transaction<SignedInCall>, nonce: string): Promise<void> {
  const { user } = tx.account;
  const address = user.email ?? user.phone ?? '';
  const token = await findToken(tx, ['reauthentication_token'], otpHash(address, nonce.trim()));
  const life = tx.auth.settings.email.otp_expiry;
  const isLate = isExpired(user, 'reauthentication_token', life, tx.auth.clock.now());
  if (token?.user_id !== user.id || isLate || !(await spendToken(tx, token))) {
    throw new AuthError(422, NONCE_REFUSED, 'Nonce has expired or is invalid');
  }
}
