import { audit } from '../kernel/audit.ts';
import { type SignedInCall, presentTime } from '../kernel/call.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { passkeyJson, requireRegistrable, requireRoom } from './passkey.rules.ts';
import { beginCeremony, requirePasskeys, resumeCeremony, verificationFailed } from './ceremony.ts';
import { creationOptions, readCreation } from '../kernel/webauthn.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import { credentialOf, findPasskey, insertPasskey, listPasskeys } from './passkeys.store.ts';

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
