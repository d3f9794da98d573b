import type { Query } from '../database/database.ts';
import type { Call } from './call.ts';
import { presentTime } from './call.ts';
import type { Account } from './domain/account.ts';
import { AuthError, phoneExists } from './errors.ts';
import { setOwnIdentity } from './set-own-identity.ts';
import { findAccount, findAccountByPhone } from './store/accounts.ts';
import { deleteTokens } from './store/one-time-tokens.ts';
import { updateUser } from './store/users.ts';

/** A wished number: applied at once where numbers need no confirmation, else a message with a code goes to it. */
export async function beginPhoneChange(
  call: Call,
  query: Query,
  account: Account,
  phone: string,
): Promise<Account> {
  const { enable_signup, enable_confirmations } = call.auth.settings.sms;
  if (enable_signup && !enable_confirmations) return applyPhoneChange(call, query, account, phone);
  throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
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
  await setOwnIdentity(query, id, 'phone', phone, true, at);
  return (await findAccount(query, id))!;
}
