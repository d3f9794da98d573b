import { audit } from '../kernel/audit/audit.ts';
import { type Call, type Handler, bodyOf, presentTime } from '../kernel/call.ts';
import type { Query } from '../../database/database.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { banEnd } from './ban.rules.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { mergeMetadata } from '../accounts/metadata.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { emailExists, phoneExists, weakPassword } from '../kernel/errors.ts';
import { noGuesses, passwordWeakness } from '../accounts/passwords/password-strength.rules.ts';
import { findAccount, findAccountByEmail, findAccountByPhone } from '../accounts/store/accounts.store.ts';
import { deleteTokens, deleteTokensSentTo } from '../accounts/codes/one-time-tokens.store.ts';
import { type UserChanges, updateUser } from '../accounts/store/users.store.ts';
import { type AdminUserBody, adminUserBody, passwordHashOf } from './user-body.ts';
import { lockedTarget } from '../accounts/target-account.ts';
import { requireSmall } from '../accounts/metadata-body.ts';
import { setOwnIdentity } from '../accounts/set-own-identity.ts';

/** PUT /admin/users/{user_id}: applies everything at once, confirmations included (contract A7.3). */
export const adminUpdateUser: Handler = async (call) => {
  const body = bodyOf(call, adminUserBody);
  if (body.password) {
    const weakness = passwordWeakness(body.password, call.auth.settings, noGuesses);
    if (weakness) throw weakPassword(weakness.message, weakness.reasons);
  }
  const hash = await passwordHashOf(call, body);
  return call.auth.database.transaction(async (query) => {
    const account = await lockedTarget(call, query);
    const id = account.user.id;
    const at = presentTime(call);
    const email = body.email ? parseEmail(body.email) : null;
    const phone = body.phone ? parsePhone(body.phone) : null;
    if (email && isOther(await findAccountByEmail(query, email), id)) throw emailExists();
    if (phone && isOther(await findAccountByPhone(query, phone), id)) throw phoneExists();
    const changes = { ...changesOf(call, account, body), ...(hash ? { encrypted_password: hash } : {}) };
    if (email) Object.assign(changes, { email, email_change: '', email_change_confirm_status: 0 });
    if (phone) Object.assign(changes, { phone, phone_change: '' });
    await updateUser(query, id, changes, at);
    await forgetCodes(query, account, { email, phone });
    if (email || body.email_confirm) {
      await setOwnIdentity(query, id, 'email', email ?? account.user.email, Boolean(body.email_confirm), at);
    }
    if (phone || body.phone_confirm) {
      await setOwnIdentity(query, id, 'phone', phone ?? account.user.phone, Boolean(body.phone_confirm), at);
    }
    await audit(call, query, 'user_modified', id, { by: 'service_role', changed: Object.keys(changes) });
    return userJson((await findAccount(query, id))!);
  });
};

/** Codes sent to what is replaced, and codes of changes begun before, are good for nothing any more. */
async function forgetCodes(
  query: Query,
  { user }: Account,
  { email, phone }: { email: string | null; phone: string | null },
): Promise<void> {
  const { id } = user;
  if (email) await deleteTokens(query, id, ['email_change_token_new', 'email_change_token_current']);
  if (email && user.email && email !== user.email) await deleteTokensSentTo(query, id, user.email);
  if (phone) await deleteTokens(query, id, ['phone_change_token']);
  if (phone && user.phone && phone !== user.phone) await deleteTokensSentTo(query, id, user.phone);
}

const isOther = (found: Account | null, id: string): boolean => found !== null && found.user.id !== id;

function changesOf(call: Call, { user }: Account, body: AdminUserBody): UserChanges {
  const at = presentTime(call);
  const confirmed = {
    ...(body.email_confirm ? { email_verified: true } : {}),
    ...(body.phone_confirm ? { phone_verified: true } : {}),
  };
  const hasNews = body.user_metadata || Object.keys(confirmed).length > 0;
  return {
    role: body.role || undefined,
    aud: body.aud || undefined,
    banned_until: body.ban_duration ? banEnd(body.ban_duration, at.getTime()) : undefined,
    email_confirmed_at: body.email_confirm && !user.email_confirmed_at ? at : undefined,
    phone_confirmed_at: body.phone_confirm && !user.phone_confirmed_at ? at : undefined,
    raw_user_meta_data: hasNews
      ? requireSmall(
          'user_metadata',
          mergeMetadata(user.raw_user_meta_data, { ...body.user_metadata, ...confirmed }),
        )
      : undefined,
    raw_app_meta_data: body.app_metadata
      ? requireSmall('app_metadata', mergeMetadata(user.raw_app_meta_data, body.app_metadata))
      : undefined,
  };
}
