import { audit } from '../kernel/audit.ts';
import { type Call, type Handler, presentTime, type SignedInCall } from '../kernel/call.ts';
import { isBanned, type Account, isUuid } from '../kernel/entities/account.rules.ts';
import { AuthError, userBanned } from '../kernel/errors.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { userHandleOf, passkeyJson, requireRegistrable, requireRoom } from './passkey.rules.ts';
import { beginCeremony, requirePasskeys, resumeCeremony, verificationFailed } from './ceremony.ts';
import { readAssertion, requestOptions, creationOptions, readCreation } from '../kernel/webauthn.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import {
  credentialOf,
  findPasskeyByCredential,
  notePasskeyUse,
  findPasskey,
  insertPasskey,
  listPasskeys,
} from './passkeys.store.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';

/** POST /passkeys/registration/options returns the browser's options for a new passkey (contract A6.1). */
export async function passkeyRegistrationOptions(call: SignedInCall): Promise<unknown> {
  requirePasskeys(call);
  requireRegistrable(call.account.user, owesSecondFactor(call));
  const { user } = call.account;
  const passkeys = await listPasskeys(call.auth.database.query, user.id);
  requireRoom(passkeys);
  const { id: rpId, name: rpName } = call.auth.settings.relyingParty;
  const options = await creationOptions({
    rpId,
    rpName,
    user: { handle: user.id, name: user.email || user.phone || user.id },
    exclude: passkeys.map(credentialOf),
    residentKey: 'required',
  });
  return { ...(await beginCeremony(call, 'registration', user.id, options.challenge)), options };
}

/** POST /passkeys/registration/verify `{challenge_id, credential}` → the new passkey. */
export async function passkeyRegistrationVerify(call: SignedInCall): Promise<unknown> {
  requirePasskeys(call);
  requireRegistrable(call.account.user, owesSecondFactor(call));
  const { user } = call.account;
  const { ceremony, response } = await resumeCeremony(call, 'registration', user.id);
  const made = await readCreation(ceremony, response);
  if (!made) throw verificationFailed();
  const passkey = await call.auth.database.transaction(async (query) => {
    await lockAccount(query, user.id);
    requireRoom(await listPasskeys(query, user.id));
    const id = await insertPasskey(query, user.id, made, presentTime(call));
    return (await findPasskey(query, user.id, id))!;
  });
  await audit(call, call.auth.database.query, 'passkey_added', user.id, { passkey: passkey.id });
  sendNoticeLater(call, 'passkey_added', user.email);
  return passkeyJson(passkey);
}

/** POST /passkeys/authentication/options: a challenge for any passkey that the browser offers (contract A6.2). */
export const passkeyAuthenticationOptions: Handler = async (call) => {
  requirePasskeys(call);
  const options = await requestOptions(call.auth.settings.relyingParty.id, []);
  return { ...(await beginCeremony(call, 'authentication', null, options.challenge)), options };
};

/** POST /passkeys/authentication/verify `{challenge_id, credential}` → Session. */
export const passkeyAuthenticationVerify: Handler = async (call) => {
  requirePasskeys(call);
  const { ceremony, response } = await resumeCeremony(call, 'authentication', null);
  const userId = userHandleOf(response);
  const credentialId = typeof response['id'] === 'string' ? response['id'] : '';
  if (!isUuid(userId)) throw verificationFailed();
  return call.auth.database.transaction(async (query) => {
    const account = await lockAccount(query, userId);
    const passkey = account && (await findPasskeyByCredential(query, userId, credentialId));
    if (!account || !passkey) throw verificationFailed();
    const signCount = await readAssertion(ceremony, credentialOf(passkey), response);
    if (signCount === null) throw verificationFailed();
    refuseUnfit(call, account);
    await notePasskeyUse(query, passkey.id, signCount, presentTime(call));
    await audit(call, query, 'login', userId, { provider: 'passkey', passkey: passkey.id });
    return issueSession(call, query, account, 'passkey');
  });
};

function refuseUnfit(call: Call, { user }: Account): void {
  if (isBanned(user, call.auth.clock.now())) throw userBanned(403);
  if (!user.email_confirmed_at && !user.phone_confirmed_at) {
    throw new AuthError(403, 'email_not_confirmed', 'Email not confirmed');
  }
}
