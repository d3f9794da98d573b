import { type Call, type Handler, queryOf, optionalBodyOf, presentTime, bodyOf } from '../kernel/call.ts';
import { audit, autocommit, transaction } from '../kernel/transaction.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { targetAccount, lockedTarget } from '../accounts/target-account.ts';
import { pageLinks, parsePage } from './pagination.rules.ts';
import { countAccounts, listAccounts, softDeleteUser } from './admin-users.store.ts';
import { z } from 'zod';
import { deleteSessions } from '../sessions/store/sessions.store.ts';
import { deleteUser, insertUser, updateUser, getAccount } from '../accounts/store/accounts.store.ts';
import { banEnd, adminUserBody, userChanges, type AdminUserBody } from './user-changes.rules.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { providerMetadata } from '../accounts/metadata.rules.ts';
import { addressKinds, isUuid } from '../kernel/entities/account.rules.ts';
import { validationFailed, weakPassword } from '../kernel/errors.ts';
import { insertIdentity } from '../accounts/store/identities.store.ts';
import { dropEverythingPending } from '../accounts/changes/drop-changes.ts';
import { refuseTaken } from '../accounts/create-account.ts';
import { passwordWeakness } from '../accounts/passwords/password-strength.rules.ts';
import { deleteChangeTokens, deleteTokensSentTo } from '../accounts/codes/one-time-tokens.store.ts';
import { deleteOpenFlows } from '../accounts/codes/flow-states.store.ts';
import { setOwnIdentity } from '../accounts/own-identity.ts';
import { hashPassword, refuseTooLong } from '../kernel/password-hashing.ts';

/** POST /admin/users creates an account, unconfirmed by default (contract A7.1). */
export const adminCreateUser: Handler = async (call) => {
  const body = bodyOf(call, adminUserBody);
  const addresses = addressesOf(body);
  const providers = addressKinds.filter((kind) => addresses[kind]);
  if (providers.length === 0) throw validationFailed('Cannot create a user without either an email or phone');
  if (body.id && !isUuid(body.id)) throw validationFailed('ID must be a UUID');
  const at = presentTime(call);
  const banned_until = body.ban_duration ? banEnd(body.ban_duration, at.getTime()) : null;
  const encrypted_password = await passwordHashOf(call, body);
  const confirmed = providers.filter((kind) => body[`${kind}_confirm`]);
  const confirmations = Object.fromEntries(confirmed.map((kind) => [`${kind}_verified`, true]));

  return transaction(call, async (tx) => {
    for (const kind of providers) await refuseTaken(tx, kind, addresses[kind]!);
    const user = {
      id: body.id ?? undefined,
      ...addresses,
      encrypted_password,
      raw_app_meta_data: { ...body.app_metadata, ...providerMetadata(providers) },
      raw_user_meta_data: body.user_metadata ?? {},
      role: body.role || 'authenticated',
      aud: body.aud || 'authenticated',
      banned_until,
    };
    const id = await insertUser(tx, user);
    for (const provider of providers) {
      const verified = { email_verified: false, phone_verified: false, ...confirmations };
      const data = { sub: id, [provider]: addresses[provider], ...verified };
      await insertIdentity(tx, { userId: id, provider, providerId: id, data });
    }
    if (confirmed.length > 0) {
      await updateUser(tx, id, Object.fromEntries(confirmed.map((kind) => [`${kind}_confirmed_at`, at])));
      await updateUser(tx, id, { raw_user_meta_data: { ...body.user_metadata, ...confirmations } });
    }
    await audit(tx, 'user_signedup', id, { by: 'service_role', providers });
    return userJson(await getAccount(tx, id));
  });
};

/** GET /admin/users/{user_id} (contract A7.3). */
export const adminGetUser: Handler = async (call) => userJson(await targetAccount(autocommit(call)));

/** GET /admin/users lists users, newest first, in pages, with `X-Total-Count` and `Link` (contract A7.2). */
export const adminListUsers: Handler = async (call) => {
  const page = parsePage(queryOf(call, 'page'), queryOf(call, 'per_page'));
  const filter = queryOf(call, 'filter') || null;
  const { database } = call.auth;
  const [accounts, total] = await Promise.all([
    listAccounts(database, page, filter),
    countAccounts(database, filter),
  ]);
  call.reply.header('X-Total-Count', String(total));
  call.reply.header('Link', pageLinks('/admin/users', page, total, filter));
  return { users: accounts.map(userJson), aud: 'authenticated' };
};

const schema = z.object({ should_soft_delete: z.boolean().nullish() });

/** DELETE /admin/users/{user_id} `{should_soft_delete?}` removes the account, or its personal data. */
export const adminDeleteUser: Handler = async (call) => {
  const soft = Boolean(optionalBodyOf(call, schema)?.should_soft_delete);
  await transaction(call, async (tx) => {
    const { user } = await lockedTarget(tx);
    await audit(tx, 'user_deleted', user.id, { by: 'service_role', soft });
    if (!soft) return deleteUser(tx, user.id);
    await softDeleteUser(tx, user.id);
    await deleteSessions(tx, user.id);
  });
  return {};
};

/** PUT /admin/users/{user_id} applies all changes at once, including confirmations (contract A7.3). */
export const adminUpdateUser: Handler = async (call) => {
  const body = bodyOf(call, adminUserBody);
  if (body.password) {
    const weakness = passwordWeakness(body.password, call.auth.settings);
    if (weakness) throw weakPassword(weakness.message, weakness.reasons);
  }
  const hash = await passwordHashOf(call, body);
  return transaction(call, async (tx) => {
    const account = await lockedTarget(tx);
    const id = account.user.id;
    const addresses = addressesOf(body);
    const { email, phone } = addresses;
    for (const kind of addressKinds) if (addresses[kind]) await refuseTaken(tx, kind, addresses[kind], id);
    const changes = {
      ...userChanges(account.user, body, tx.at),
      ...(hash ? { encrypted_password: hash } : {}),
    };
    if (email) Object.assign(changes, { email, email_change: '', email_change_confirm_status: 0 });
    if (phone) Object.assign(changes, { phone, phone_change: '' });
    const { email_confirmed_at, phone_confirmed_at, ...others } = changes;
    // Triggers of a project see a confirmation before the other changes, as with GoTrue.
    if (email_confirmed_at ?? phone_confirmed_at)
      await updateUser(tx, id, { email_confirmed_at, phone_confirmed_at });
    await updateUser(tx, id, others);
    if (changes.banned_until || hash) await deleteSessions(tx, id);
    if (changes.banned_until) await deleteOpenFlows(tx, id, null);
    if (hash) await dropEverythingPending(tx, id);
    for (const kind of addressKinds) {
      const { [kind]: requested } = addresses;
      const { [kind]: present } = account.user;
      // Codes that were sent to a replaced address or number, or for a change of it, are no longer valid.
      if (requested) await deleteChangeTokens(tx, id, kind);
      if (requested && present && requested !== present) await deleteTokensSentTo(tx, id, present);
      const isVerified = Boolean(body[`${kind}_confirm`]);
      const address = requested ?? present;
      if (address && (requested || isVerified))
        await setOwnIdentity(tx, { userId: id, kind, address, isVerified });
    }
    await audit(tx, 'user_modified', id, { by: 'service_role', changed: Object.keys(changes) });
    return userJson(await getAccount(tx, id));
  });
};

/** The given address and number in their stored form. @throws AuthError 400 validation_failed */
const addressesOf = ({ email, phone }: AdminUserBody) => ({
  email: email ? parseEmail(email) : null,
  phone: phone ? parsePhone(phone) : null,
});

const BCRYPT = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/;

/**
 * Returns the hash to store for a given password or bcrypt hash, or null. Callers check strength themselves. Like the
 * reference service, this does not check it for the secret key.
 * @throws AuthError 400 validation_failed
 */
async function passwordHashOf(call: Call, body: AdminUserBody): Promise<string | null> {
  if (body.password && body.password_hash) {
    throw validationFailed('Only a password or a password hash should be provided');
  }
  if (body.password_hash) {
    if (!BCRYPT.test(body.password_hash)) throw validationFailed('Unsupported password hash');
    return body.password_hash;
  }
  if (!body.password) return null;
  refuseTooLong(body.password);
  return hashPassword(call, body.password);
}
