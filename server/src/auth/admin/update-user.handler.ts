import { audit } from '../kernel/audit.ts';
import { type Handler, bodyOf, presentTime } from '../kernel/call.ts';
import type { Query } from '../../database/database.ts';
import type { Account } from '../kernel/entities/account.rules.ts';
import { userChanges, adminUserBody } from './user-changes.rules.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { emailExists, phoneExists, weakPassword } from '../kernel/errors.ts';
import { emptyBlocklist, passwordWeakness } from '../accounts/passwords/password-strength.rules.ts';
import { getAccount, findAccountByEmail, findAccountByPhone } from '../accounts/store/accounts.store.ts';
import { deleteTokens, deleteTokensSentTo } from '../accounts/codes/one-time-tokens.store.ts';
import { updateUser } from '../accounts/store/users.store.ts';
import { passwordHashOf } from './user-body.ts';
import { lockedTarget } from '../accounts/target-account.ts';
import { deleteOpenFlows } from '../accounts/codes/flow-states.store.ts';
import { deleteSessions } from '../sessions/store/sessions.store.ts';
import { setOwnIdentity } from '../accounts/set-own-identity.ts';

/** PUT /admin/users/{user_id} applies all changes at once, including confirmations (contract A7.3). */
export const adminUpdateUser: Handler = async (call) => {
  const body = bodyOf(call, adminUserBody);
  if (body.password) {
    const weakness = passwordWeakness(body.password, call.auth.settings, emptyBlocklist);
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
    const changes = { ...userChanges(account.user, body, at), ...(hash ? { encrypted_password: hash } : {}) };
    if (email) Object.assign(changes, { email, email_change: '', email_change_confirm_status: 0 });
    if (phone) Object.assign(changes, { phone, phone_change: '' });
    await updateUser(query, id, changes, at);
    if (changes.banned_until) {
      await deleteSessions(query, id);
      await deleteOpenFlows(query, id, null);
    }
    await forgetCodes(query, account, { email, phone });
    if (email || body.email_confirm) {
      await setOwnIdentity(query, {
        userId: id,
        kind: 'email',
        address: email ?? account.user.email,
        isVerified: Boolean(body.email_confirm),
        at,
      });
    }
    if (phone || body.phone_confirm) {
      await setOwnIdentity(query, {
        userId: id,
        kind: 'phone',
        address: phone ?? account.user.phone,
        isVerified: Boolean(body.phone_confirm),
        at,
      });
    }
    await audit(call, query, 'user_modified', id, { by: 'service_role', changed: Object.keys(changes) });
    return userJson(await getAccount(query, id));
  });
};

/** Deletes codes that were sent to a replaced address or number, and codes of changes under way. */
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
