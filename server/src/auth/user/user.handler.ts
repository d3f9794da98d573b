import { type SignedInCall, bodyOf, presentTime } from '../kernel/call.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit.ts';
import { applyEmailChange, beginEmailChange } from '../accounts/changes/change-email.ts';
import { countingFailures } from '../kernel/limits/limited-verification.ts';
import { changePassword, NONCE_REFUSED, prepareNewPassword } from './change-password.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { type CodeChallenge, challengeOf } from '../accounts/codes/code-challenge.rules.ts';
import { mergeMetadata, requireSmall } from '../accounts/metadata.rules.ts';
import { emailExists, phoneExists, AuthError, validationFailed } from '../kernel/errors.ts';
import { beginPhoneChange } from '../accounts/changes/change-phone.ts';
import {
  requestedAddresses,
  requirePermitted,
  type RequestedAddresses,
  userBody,
  type UserBody,
} from './user-changes.rules.ts';
import { type CodeDelivery, sendCodeLater, sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { limitMailsByAccount } from '../accounts/mail/mail-limits.ts';
import {
  getAccount,
  findAccountByEmail,
  findAccountByPhone,
  lockAccount,
  updateUser,
} from '../accounts/store/accounts.store.ts';
import { otherSignIns } from '../accounts/store/identities.store.ts';
import { issueCode, issueSmsCode } from '../accounts/codes/issue-code.ts';
import { limitSms } from '../kernel/sms/limit-sms.ts';
import { requirePhone, sendSmsCode } from '../kernel/sms/send-sms.ts';

/** GET /user returns the account of the bearer (contract A3.1). */
export async function getUser({ account }: SignedInCall): Promise<unknown> {
  return userJson(account);
}

/** PUT /user changes the caller's account (contract A3.2). */
export async function putUser(call: SignedInCall): Promise<unknown> {
  const body = bodyOf(call, userBody);
  const { user } = call.account;
  const challenge = challengeOf(body);
  const requested = requestedAddresses(user, body);
  requirePermitted(body, requested, { user, owesSecondFactor: owesSecondFactor(call) });
  if (requested.email) await requireFreeEmail(call, requested.email);
  const passwordHash = body.password
    ? await prepareNewPassword(call, { ...body, password: body.password })
    : null;

  const change = (): Promise<Changed> =>
    call.auth.database.transaction(async (query) => {
      if (passwordHash) await changePassword(call, query, passwordHash, body.nonce ?? null);
      const deliveries = await changeRest(call, query, body, requested, challenge);
      const changed = Object.keys(body).filter((key) => key !== 'nonce' && !key.startsWith('code_'));
      await audit(call, query, 'user_modified', user.id, { changed });
      return { account: await getAccount(query, user.id), deliveries };
    });
  const { account, deliveries } = body.nonce
    ? await countingFailures(call, `nonce ${user.id}`, change, NONCE_REFUSED)
    : await change();
  for (const delivery of deliveries) sendCodeLater(call, delivery);
  if (passwordHash) {
    const others = await otherSignIns(call.auth.database.query, user.id);
    sendNoticeLater(call, 'password_changed', user.email, others);
  }
  return userJson(account);
}

interface Changed {
  readonly account: Account;
  readonly deliveries: readonly CodeDelivery[];
}

/** Metadata, number and address. @returns the mails that the change of address asks for */
async function changeRest(
  call: SignedInCall,
  query: Query,
  body: UserBody,
  requested: RequestedAddresses,
  challenge: CodeChallenge | null,
): Promise<CodeDelivery[]> {
  const present = (await lockAccount(query, call.account.user.id))!;
  if (body.data) {
    const merged = requireSmall('user_metadata', mergeMetadata(present.user.raw_user_meta_data, body.data));
    await updateUser(query, present.user.id, { raw_user_meta_data: merged }, presentTime(call));
  }
  if (requested.phone) {
    if (await findAccountByPhone(query, requested.phone)) throw phoneExists();
    await beginPhoneChange(call, query, present, requested.phone);
  }
  if (!requested.email) return [];
  const { is_anonymous, id } = present.user;
  if (!is_anonymous || call.auth.settings.email.enable_confirmations) {
    return beginEmailChange(call, query, present, requested.email, challenge);
  }
  await applyEmailChange(call, query, await getAccount(query, id), requested.email);
  return [];
}

async function requireFreeEmail(call: SignedInCall, email: string): Promise<void> {
  if (await findAccountByEmail(call.auth.database.query, email)) throw emailExists();
  const asksBoth = call.account.user.email && call.auth.settings.email.double_confirm_changes;
  await limitMailsByAccount(call, 'email_change', email, asksBoth ? 2 : 1);
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
  const code = await call.auth.database.transaction(async (query) => {
    await audit(call, query, 'user_reauthenticate_requested', user.id);
    return issueCode(call, query, { purpose: 'reauthentication', userId: user.id, address: email });
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
  const code = await call.auth.database.transaction(async (query) => {
    await audit(call, query, 'user_reauthenticate_requested', userId);
    return issueSmsCode(call, query, { purpose: 'reauthentication', userId, phone });
  });
  return { message_id: await sendSmsCode(call, phone, code, 'sms') };
}
