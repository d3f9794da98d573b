import { audit } from '../kernel/audit.ts';
import { type Call, type Handler, presentTime } from '../kernel/call.ts';
import { isBanned, type Account, isUuid } from '../kernel/entities/account.rules.ts';
import { AuthError, userBanned } from '../kernel/errors.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { userHandleOf } from './passkey.rules.ts';
import { beginCeremony, requirePasskeys, resumeCeremony, verificationFailed } from './ceremony.ts';
import { readAssertion, requestOptions } from '../kernel/webauthn.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import { credentialOf, findPasskeyByCredential, notePasskeyUse } from './passkeys.store.ts';

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
