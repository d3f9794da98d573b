import type { Query } from '../../../database/database.ts';
import { type Call, presentTime } from '../../kernel/call.ts';
import type { Account } from '../../kernel/entities/account.rules.ts';
import { phoneExists } from '../../kernel/errors.ts';
import { issueSmsCode } from '../codes/issue-code.ts';
import { limitSms } from '../../kernel/sms/limit-sms.ts';
import { requirePhone, sendSmsCode } from '../../kernel/sms/send-sms.ts';
import { setOwnIdentity } from '../set-own-identity.ts';
import { getAccount, findAccountByPhone, updateUser } from '../store/accounts.store.ts';
import { deleteTokens, deleteTokensSentTo } from '../codes/one-time-tokens.store.ts';

/** Applies a new number at once where numbers need no confirmation. Otherwise a code is sent to it. */
export async function beginPhoneChange(
  call: Call,
  query: Query,
  account: Account,
  phone: string,
): Promise<Account> {
  requirePhone(call);
  if (!call.auth.settings.sms.enable_confirmations) return applyPhoneChange(call, query, account, phone);
  await limitSms(call, phone);
  const { id } = account.user;
  await updateUser(query, id, { phone_change: phone }, presentTime(call));
  const code = await issueSmsCode(call, query, { purpose: 'phone_change', userId: id, phone });
  await sendSmsCode(call, phone, code, 'sms');
  return getAccount(query, id);
}

/** Puts the confirmed number in place of the present one. */
export async function applyPhoneChange(
  call: Call,
  query: Query,
  account: Account,
  phone: string,
): Promise<Account> {
  const { id, raw_user_meta_data } = account.user;
  const holder = await findAccountByPhone(query, phone);
  if (holder && holder.user.id !== id) throw phoneExists();
  const at = presentTime(call);
  await updateUser(
    query,
    id,
    {
      phone,
      phone_change: '',
      phone_confirmed_at: at,
      is_anonymous: false,
      raw_user_meta_data: { ...raw_user_meta_data, phone_verified: true },
    },
    at,
  );
  await deleteTokens(query, id, ['phone_change_token']);
  if (account.user.phone) await deleteTokensSentTo(query, id, account.user.phone);
  await setOwnIdentity(query, { userId: id, kind: 'phone', address: phone, isVerified: true, at });
  return getAccount(query, id);
}
