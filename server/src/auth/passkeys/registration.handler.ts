import type { Query } from '../../database/database.ts';
import { audit } from '../kernel/audit/audit.ts';
import { type SignedInCall, presentTime } from '../kernel/call.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { passkeyJson, requireRegistrable, requireRoom } from './passkey.rules.ts';
import { AuthError } from '../kernel/errors.ts';
import { beginCeremony, requirePasskeys, resumeCeremony, verificationFailed } from './ceremony.ts';
import { creationOptions, readCreation } from '../kernel/webauthn.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import { findPasskey, insertPasskey, listPasskeys, type PasskeyRow } from './passkeys.store.ts';

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
    exclude: passkeys.map((passkey) => ({
      id: passkey.credential_id,
      publicKey: passkey.public_key,
      signCount: passkey.sign_count,
      transports: passkey.transports,
    })),
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
    const { id: credentialId, ...facts } = made;
    return keep(query, { ...facts, credentialId, userId: user.id, friendlyName: '', at: presentTime(call) });
  });
  await audit(call, call.auth.database.query, 'passkey_added', user.id, { passkey: passkey.id });
  sendNoticeLater(call, 'passkey_added', user.email);
  return passkeyJson(passkey);
}

async function keep(query: Query, passkey: Parameters<typeof insertPasskey>[1]): Promise<PasskeyRow> {
  requireRoom(await listPasskeys(query, passkey.userId));
  const id = await insertPasskey(query, passkey);
  if (!id) throw new AuthError(422, 'webauthn_credential_exists', 'WebAuthn credential already registered');
  return (await findPasskey(query, passkey.userId, id))!;
}
