import { audit } from '../kernel/audit.ts';
import { type Handler, bodyOf, presentTime } from '../kernel/call.ts';
import { banEnd, adminUserBody } from './user-changes.rules.ts';
import { parseEmail, parsePhone } from '../kernel/entities/address.rules.ts';
import { providerMetadata } from '../accounts/metadata.rules.ts';
import { userJson } from '../accounts/user-json.rules.ts';
import { isUuid } from '../kernel/entities/account.rules.ts';
import { emailExists, phoneExists, validationFailed } from '../kernel/errors.ts';
import { getAccount, findAccountByEmail, findAccountByPhone } from '../accounts/store/accounts.store.ts';
import { insertIdentity } from '../accounts/store/identities.store.ts';
import { insertUser } from '../accounts/store/users.store.ts';
import { passwordHashOf } from './user-body.ts';

/** POST /admin/users creates an account, unconfirmed by default (contract A7.1). */
export const adminCreateUser: Handler = async (call) => {
  const body = bodyOf(call, adminUserBody);
  const email = body.email ? parseEmail(body.email) : null;
  const phone = body.phone ? parsePhone(body.phone) : null;
  if (!email && !phone) throw validationFailed('Cannot create a user without either an email or phone');
  if (body.id && !isUuid(body.id)) throw validationFailed('ID must be a UUID');
  const at = presentTime(call);
  const banned_until = body.ban_duration ? banEnd(body.ban_duration, at.getTime()) : null;
  const encrypted_password = await passwordHashOf(call, body);
  const providers = [...(email ? ['email'] : []), ...(phone ? ['phone'] : [])];
  const confirmations = {
    ...(email && body.email_confirm ? { email_verified: true } : {}),
    ...(phone && body.phone_confirm ? { phone_verified: true } : {}),
  };

  return call.auth.database.transaction(async (query) => {
    if (email && (await findAccountByEmail(query, email))) throw emailExists();
    if (phone && (await findAccountByPhone(query, phone))) throw phoneExists();
    const user = {
      id: body.id ?? undefined,
      email,
      phone,
      encrypted_password,
      email_confirmed_at: email && body.email_confirm ? at : null,
      phone_confirmed_at: phone && body.phone_confirm ? at : null,
      raw_app_meta_data: { ...body.app_metadata, ...providerMetadata(providers) },
      raw_user_meta_data: { ...body.user_metadata, ...confirmations },
      role: body.role || 'authenticated',
      aud: body.aud || 'authenticated',
      banned_until,
    };
    const id = await insertUser(query, user, at);
    for (const provider of providers) {
      const address = provider === 'email' ? { email } : { phone };
      const verified = { email_verified: false, phone_verified: false, ...confirmations };
      const data = { sub: id, ...address, ...verified };
      await insertIdentity(query, { userId: id, provider, providerId: id, data, at });
    }
    await audit(call, query, 'user_signedup', id, { by: 'service_role', providers });
    return userJson(await getAccount(query, id));
  });
};
