import type { Query } from '../../../database/database.ts';
import { type Call, presentTime } from '../../kernel/call.ts';
import type { Account } from '../../kernel/entities/account.rules.ts';
import type { CodeChallenge } from '../codes/code-challenge.rules.ts';
import { emailExists } from '../../kernel/errors.ts';
import { setOwnIdentity } from '../set-own-identity.ts';
import { issueCode } from '../codes/issue-code.ts';
import { limitMailToRecipient } from '../mail/mail-limits.ts';
import { type CodeDelivery, sendCode, sendNoticeLater } from '../mail/send-mail.ts';
import { getAccount, findAccountByEmail, updateUser } from '../store/accounts.store.ts';
import { deleteTokens, deleteTokensSentTo } from '../codes/one-time-tokens.store.ts';

/** Stores the new address and codes to confirm it, with `double_confirm_changes` from both (contract A1.9). */
export async function beginEmailChange(
  call: Call,
  query: Query,
  account: Account,
  newEmail: string,
  challenge: CodeChallenge | null,
): Promise<CodeDelivery[]> {
  const { id, email } = account.user;
  await updateUser(query, id, { email_change: newEmail, email_change_confirm_status: 0 }, presentTime(call));
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

/** Replaces the present address by the confirmed one, and sends a notice to the former. */
export async function applyEmailChange(
  call: Call,
  query: Query,
  account: Account,
  newEmail: string,
): Promise<Account> {
  const { user } = account;
  const holder = await findAccountByEmail(query, newEmail);
  if (holder && holder.user.id !== user.id) throw emailExists();
  const at = presentTime(call);
  await updateUser(
    query,
    user.id,
    {
      email: newEmail,
      email_change: '',
      email_change_confirm_status: 0,
      email_confirmed_at: at,
      is_anonymous: false,
      raw_user_meta_data: {
        ...user.raw_user_meta_data,
        ...(user.raw_user_meta_data?.['email'] ? { email: newEmail } : {}),
        email_verified: true,
      },
    },
    at,
  );
  await deleteTokens(query, user.id, ['email_change_token_new', 'email_change_token_current']);
  // Codes in mails to the former address are no longer valid.
  if (user.email) await deleteTokensSentTo(query, user.id, user.email);
  await setOwnIdentity(query, { userId: user.id, kind: 'email', address: newEmail, isVerified: true, at });
  if (user.email && user.email !== newEmail) sendNoticeLater(call, 'email_changed', user.email);
  return getAccount(query, user.id);
}
