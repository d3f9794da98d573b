import type { Call } from '../../kernel/call.ts';
import { type Transaction, transaction } from '../../kernel/transaction.ts';
import type { Account, AddressKind } from '../../kernel/entities/account.rules.ts';
import type { CodeChallenge } from '../codes/code-challenge.rules.ts';
import { setOwnIdentity } from '../own-identity.ts';
import { issueCode } from '../codes/issue-code.ts';
import { limitMailToRecipient } from '../mail/mail-limits.ts';
import { type CodeDelivery, sendCode, sendNoticeLater } from '../mail/send-mail.ts';
import { getAccount, lockAccount, updateUser } from '../store/accounts.store.ts';
import { deleteChangeTokens, deleteTokens, deleteTokensSentTo } from '../codes/one-time-tokens.store.ts';
import { newOtp } from '../../kernel/entities/secrets.rules.ts';
import { limitSms, requirePhone, sendSmsCode, testCodeOf } from '../../kernel/sms/sms.ts';
import type { SmsChannel } from '../../kernel/sms/twilio.ts';
import { refuseTaken } from '../create-account.ts';

/** Stores the new address and codes to confirm it, with `double_confirm_changes` from both (contract A1.9). */
export async function beginEmailChange(
  tx: Transaction,
  account: Account,
  newEmail: string,
  challenge: CodeChallenge | null,
): Promise<CodeDelivery[]> {
  const { id, email } = account.user;
  await updateUser(tx, id, { email_change: newEmail, email_change_confirm_status: 0 });
  await deleteTokens(tx, id, ['email_change_token_current']);
  const order = { userId: id, challenge };
  const forNew = await issueCode(tx, { ...order, purpose: 'email_change_new', address: newEmail });
  const change = { from: email, to: newEmail };
  const deliveries: CodeDelivery[] = [{ purpose: 'email_change_new', to: newEmail, code: forNew, change }];
  if (email && tx.auth.settings.email.double_confirm_changes) {
    const forOld = await issueCode(tx, { ...order, purpose: 'email_change_current', address: email });
    deliveries.push({ purpose: 'email_change_current', to: email, code: forOld, change });
  }
  return deliveries;
}

/** The same for a change begun before, whose mails are wanted once more. */
export async function mailEmailChange(
  call: Call,
  account: Account,
  newEmail: string,
  challenge: CodeChallenge | null,
): Promise<void> {
  await limitMailToRecipient(call, 'email_change', newEmail);
  const deliveries = await transaction(call, async (tx) => {
    const present = await lockAccount(tx, account.user.id);
    // The change may have been dropped since.
    return present?.user.email_change === newEmail ? beginEmailChange(tx, present, newEmail, challenge) : [];
  });
  for (const delivery of deliveries) await sendCode(call, delivery);
}

/**
 * Sends a code to a new number and returns it, or null where numbers need no confirmation. Never call it inside a
 * transaction, because limits take their own connections and a message takes seconds.
 * @throws AuthError 400 phone_provider_disabled, 422 phone_exists, sms_send_failed, 429 over_sms_send_rate_limit
 */
export async function sendPhoneCode(call: Call, phone: string, channel: SmsChannel): Promise<string | null> {
  requirePhone(call);
  await refuseTaken(call.auth.database, 'phone', phone);
  if (!call.auth.settings.sms.enable_confirmations) return null;
  await limitSms(call, phone);
  const code = testCodeOf(call, phone) ?? newOtp(call.auth.settings.email.otp_length);
  await sendSmsCode(call, phone, code, channel);
  return code;
}

/** Stores a new number with the code that was sent to it, or applies it at once without one. */
export async function beginPhoneChange(
  tx: Transaction,
  account: Account,
  phone: string,
  code: string | null,
): Promise<void> {
  await refuseTaken(tx, 'phone', phone);
  if (code === null) return void (await applyAddressChange(tx, account, 'phone', phone));
  const { id } = account.user;
  await updateUser(tx, id, { phone_change: phone });
  await issueCode(tx, { purpose: 'phone_change', userId: id, address: phone, otp: code });
}

/** Replaces the present address or number by the confirmed one, and sends a notice to the former address. */
export async function applyAddressChange(
  tx: Transaction,
  { user }: Account,
  kind: AddressKind,
  address: string,
): Promise<Account> {
  await refuseTaken(tx, kind, address, user.id);
  const { [kind]: former, raw_user_meta_data: known } = user;
  await updateUser(tx, user.id, {
    [kind]: address,
    [`${kind}_change`]: '',
    [`${kind}_confirmed_at`]: tx.at,
    ...(kind === 'email' ? { email_change_confirm_status: 0 } : {}),
    is_anonymous: false,
    raw_user_meta_data: {
      ...known,
      ...(kind === 'email' && known?.['email'] ? { email: address } : {}),
      [`${kind}_verified`]: true,
    },
  });
  await deleteChangeTokens(tx, user.id, kind);
  // Codes in mails to the former address are no longer valid.
  if (former) await deleteTokensSentTo(tx, user.id, former);
  await setOwnIdentity(tx, { userId: user.id, kind, address, isVerified: true });
  if (kind === 'email' && former && former !== address) sendNoticeLater(tx, 'email_changed', former);
  return getAccount(tx, user.id);
}
