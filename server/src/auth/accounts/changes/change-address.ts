import type { Query } from '../../../database/database.ts';
import { type Call, presentTime } from '../../kernel/call.ts';
import type { Account, AddressKind } from '../../kernel/entities/account.rules.ts';
import type { CodeChallenge } from '../codes/code-challenge.rules.ts';
import { setOwnIdentity } from '../own-identity.ts';
import { issueCode, issueSmsCode } from '../codes/issue-code.ts';
import { limitMailToRecipient } from '../mail/mail-limits.ts';
import { type CodeDelivery, sendCode, sendNoticeLater } from '../mail/send-mail.ts';
import { getAccount, updateUser } from '../store/accounts.store.ts';
import { deleteTokens, deleteTokensSentTo } from '../codes/one-time-tokens.store.ts';
import { limitSms, requirePhone, sendSmsCode } from '../../kernel/sms/sms.ts';
import { refuseTaken } from '../create-account.ts';

/** Stores the new address and codes to confirm it, with `double_confirm_changes` from both (contract A1.9). */
export async function beginEmailChange(
  call: Call,
  query: Query,
  account: Account,
  newEmail: string,
  challenge: CodeChallenge | null,
): Promise<CodeDelivery[]> {
  const { id, email } = account.user;
  await updateUser(query, id, presentTime(call), { email_change: newEmail, email_change_confirm_status: 0 });
  await deleteTokens(query, id, ['email_change_token_current']);
  const order = { userId: id, challenge };
  const forNew = await issueCode(call, query, { ...order, purpose: 'email_change_new', address: newEmail });
  const change = { from: email, to: newEmail };
  const deliveries: CodeDelivery[] = [{ purpose: 'email_change_new', to: newEmail, code: forNew, change }];
  if (email && call.auth.settings.email.double_confirm_changes) {
    const forOld = await issueCode(call, query, {
      ...order,
      purpose: 'email_change_current',
      address: email,
    });
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
  const deliveries = await call.auth.database.transaction((query) =>
    beginEmailChange(call, query, account, newEmail, challenge),
  );
  for (const delivery of deliveries) await sendCode(call, delivery);
}

/** Applies a new number at once where numbers need no confirmation. Otherwise a code is sent to it. */
export async function beginPhoneChange(
  call: Call,
  query: Query,
  account: Account,
  phone: string,
): Promise<Account> {
  requirePhone(call);
  if (!call.auth.settings.sms.enable_confirmations)
    return applyAddressChange(call, query, account, 'phone', phone);
  await limitSms(call, phone);
  const { id } = account.user;
  await updateUser(query, id, presentTime(call), { phone_change: phone });
  const code = await issueSmsCode(call, query, { purpose: 'phone_change', userId: id, phone });
  await sendSmsCode(call, phone, code, 'sms');
  return getAccount(query, id);
}

/** The types of the codes that confirm a change. */
const changeTokens = {
  email: ['email_change_token_new', 'email_change_token_current'],
  phone: ['phone_change_token'],
} as const;

export const deleteChangeTokens = (query: Query, userId: string, kind: AddressKind): Promise<void> =>
  deleteTokens(query, userId, changeTokens[kind]);

/** Replaces the present address or number by the confirmed one, and sends a notice to the former address. */
export async function applyAddressChange(
  call: Call,
  query: Query,
  { user }: Account,
  kind: AddressKind,
  address: string,
): Promise<Account> {
  await refuseTaken(query, kind, address, user.id);
  const at = presentTime(call);
  const { [kind]: former, raw_user_meta_data: known } = user;
  await updateUser(query, user.id, at, {
    [kind]: address,
    [`${kind}_change`]: '',
    [`${kind}_confirmed_at`]: at,
    ...(kind === 'email' ? { email_change_confirm_status: 0 } : {}),
    is_anonymous: false,
    raw_user_meta_data: {
      ...known,
      ...(kind === 'email' && known?.['email'] ? { email: address } : {}),
      [`${kind}_verified`]: true,
    },
  });
  await deleteChangeTokens(query, user.id, kind);
  // Codes in mails to the former address are no longer valid.
  if (former) await deleteTokensSentTo(query, user.id, former);
  await setOwnIdentity(query, { userId: user.id, kind, address, isVerified: true, at });
  if (kind === 'email' && former && former !== address) sendNoticeLater(call, 'email_changed', former);
  return getAccount(query, user.id);
}
