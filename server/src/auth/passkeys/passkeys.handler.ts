import {
  type Call,
  type Handler,
  type SignedInCall,
  presentTime,
  bodyOf,
  parameterOf,
} from '../kernel/call.ts';
import { type Transaction, audit, autocommit, transaction } from '../kernel/transaction.ts';
import { isBanned, type Account, isUuid, type UserRow } from '../kernel/entities/account.rules.ts';
import {
  type AuthError,
  authError,
  userBanned,
  validationFailed,
  insufficientAal,
} from '../kernel/errors.ts';
import { issueSession } from '../sessions/issue-session.ts';
import { makerName, MAX_PASSKEY_NAME_LENGTH } from './maker.rules.ts';
import { userHandleOf, passkeyJson, requireRegistrable, requireRoom } from './passkey.rules.ts';
import { readAssertion, requestOptions, creationOptions, readCreation } from '../kernel/webauthn.ts';
import { lockCaller } from '../sessions/access.ts';
import { lockAccount } from '../accounts/store/accounts.store.ts';
import * as store from './passkeys.store.ts';
import type { PasskeyRow, WebAuthnChallenge } from './passkeys.store.ts';
import { owesSecondFactor } from '../kernel/assurance.rules.ts';
import { sendNoticeLater } from '../accounts/mail/send-mail.ts';
import { z } from 'zod';
import { targetAccount } from '../accounts/target-account.ts';
import { texts } from '../kernel/entities/json.rules.ts';

/** POST /passkeys/registration/options returns the browser's options for a new passkey (contract A6.1). */
export async function passkeyRegistrationOptions(call: SignedInCall): Promise<unknown> {
  requirePasskeys(call);
  requireRegistrable(call.account.user, owesSecondFactor(call));
  const { user } = call.account;
  const passkeys = await store.listPasskeys(call.auth.database, user.id);
  requireRoom(passkeys);
  const { relyingParty } = call.auth.settings;
  const exclude = passkeys.map(store.credentialOf);
  const options = await creationOptions({ relyingParty, user, exclude, residentKey: 'required' });
  return { ...(await beginCeremony(call, 'registration', user.id, options.challenge)), options };
}

/** POST /passkeys/registration/verify `{challenge_id, credential}` → the new passkey, named after its maker. */
export async function passkeyRegistrationVerify(call: SignedInCall): Promise<unknown> {
  requirePasskeys(call);
  requireRegistrable(call.account.user, owesSecondFactor(call));
  const { user } = call.account;
  const { ceremony, response } = await resumeCeremony(call, 'registration', user.id);
  const made = await readCreation(ceremony, response);
  if (!made) throw verificationFailed();
  const passkey = await transaction(call, async (admitted) => {
    const tx = await lockCaller(admitted);
    requireRegistrable(tx.account.user, owesSecondFactor(tx));
    const passkeys = await store.listPasskeys(tx, user.id);
    requireRoom(passkeys);
    const taken = passkeys.map(({ friendly_name }) => friendly_name);
    const id = await store.insertPasskey(tx, user.id, made, makerName(made.aaguid, taken));
    return (await store.findPasskey(tx, user.id, id))!;
  });
  await audit(autocommit(call), 'passkey_added', user.id, { passkey: passkey.id });
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
  return transaction(call, async (tx) => {
    const account = await lockAccount(tx, userId);
    const passkey = account && (await store.findPasskeyByCredential(tx, userId, credentialId));
    if (!account || !passkey) throw verificationFailed();
    const signCount = await readAssertion(ceremony, store.credentialOf(passkey), response);
    if (signCount === null) throw verificationFailed();
    refuseUnfit(tx, account);
    await store.notePasskeyUse(tx, passkey.id, signCount);
    await audit(tx, 'login', userId, { provider: 'passkey', passkey: passkey.id });
    return issueSession(tx, account, 'passkey');
  });
};

function refuseUnfit(call: Call, { user }: Account): void {
  if (isBanned(user, call.auth.clock.now())) throw userBanned(403);
  if (!user.email_confirmed_at && !user.phone_confirmed_at) {
    throw authError('email_not_confirmed', { status: 403 });
  }
}

const schema = z.object(texts('friendly_name'));

/** The passkey a path names, if it is `userId`'s. @throws AuthError 404 validation_failed */
async function target(tx: Transaction, userId: string): Promise<PasskeyRow> {
  const id = parameterOf(tx, 'passkey_id');
  const passkey = isUuid(id) ? await store.findPasskey(tx, userId, id) : null;
  if (!passkey) throw authError('validation_failed', { status: 404, message: 'Passkey not found' });
  return passkey;
}

async function remove(call: Call, { id: userId, email }: UserRow, by: string): Promise<undefined> {
  await transaction(call, async (tx) => {
    const passkey = await target(tx, userId);
    await store.deletePasskey(tx, passkey.id);
    await audit(tx, 'passkey_removed', userId, { passkey: passkey.id, by });
  });
  sendNoticeLater(call, 'passkey_removed', email);
  call.reply.code(204);
}

/** GET /passkeys lists the caller's passkeys (contract A6.3). */
export async function listOwnPasskeys(call: SignedInCall): Promise<unknown> {
  requirePasskeys(call);
  return (await store.listPasskeys(call.auth.database, call.account.user.id)).map(passkeyJson);
}

/** PATCH /passkeys/{passkey_id} `{friendly_name}`. */
export async function renameOwnPasskey(call: SignedInCall): Promise<unknown> {
  requirePasskeys(call);
  const name = bodyOf(call, schema).friendly_name?.trim() ?? '';
  if (name.length < 1 || name.length > MAX_PASSKEY_NAME_LENGTH) {
    throw validationFailed(`friendly_name must be between 1 and ${MAX_PASSKEY_NAME_LENGTH} characters`);
  }
  const db = autocommit(call);
  const passkey = await target(db, call.account.user.id);
  await store.renamePasskey(db, passkey.id, name);
  return passkeyJson({ ...passkey, friendly_name: name });
}

/** DELETE /passkeys/{passkey_id} → 204. @throws AuthError 403 insufficient_aal */
export async function deleteOwnPasskey(call: SignedInCall): Promise<undefined> {
  requirePasskeys(call);
  if (owesSecondFactor(call)) throw insufficientAal('remove a passkey');
  return remove(call, call.account.user, 'user');
}

/** GET /admin/users/{user_id}/passkeys. */
export const adminListPasskeys: Handler = async (call) => {
  const { user } = await targetAccount(autocommit(call));
  return (await store.listPasskeys(call.auth.database, user.id)).map(passkeyJson);
};

/** DELETE /admin/users/{user_id}/passkeys/{passkey_id} → 204. */
export const adminDeletePasskey: Handler = async (call) => {
  const { user } = await targetAccount(autocommit(call));
  return remove(call, user, 'service_role');
};

/** The lifetime of a ceremony (contract A6.1). */
const CHALLENGE_TTL_MS = 5 * 60_000;

const answer = z.object({
  ...texts('challenge_id'),
  credential: z.record(z.string(), z.unknown()).nullish(),
});

/** @throws AuthError 404 passkey_disabled */
function requirePasskeys({ auth }: Call): void {
  if (auth.settings.passkey.enabled) return;
  throw authError('passkey_disabled');
}

/** Stores the challenge of an authenticator. @returns the answer's parts besides the options */
async function beginCeremony(
  call: Call,
  type: WebAuthnChallenge['challenge_type'],
  userId: string | null,
  challenge: string,
): Promise<{ challenge_id: string; expires_at: number }> {
  const { id: rpId, origins } = call.auth.settings.relyingParty;
  const at = presentTime(call);
  const expiresAt = new Date(at.getTime() + CHALLENGE_TTL_MS);
  const ceremony = { user_id: userId, challenge_type: type, session_data: { challenge, rpId, origins } };
  const id = await store.insertWebAuthnChallenge(call.auth.database, ceremony, at, expiresAt);
  return { challenge_id: id, expires_at: Math.floor(expiresAt.getTime() / 1_000) };
}

/**
 * Continues a ceremony with the authenticator's answer. Its challenge is used up, failed or not.
 * @throws AuthError 400 webauthn_challenge_not_found, webauthn_challenge_expired
 */
async function resumeCeremony(call: Call, type: WebAuthnChallenge['challenge_type'], userId: string | null) {
  const { challenge_id: id, credential } = bodyOf(call, answer);
  const { database } = call.auth;
  const challenge = id && isUuid(id) ? await store.takeWebAuthnChallenge(database, id, type, userId) : null;
  if (!challenge) {
    throw authError('webauthn_challenge_not_found');
  }
  if (call.auth.clock.now() >= Date.parse(challenge.expires_at)) {
    throw authError('webauthn_challenge_expired');
  }
  return { ceremony: challenge.session_data, response: credential ?? {} };
}

const verificationFailed = (): AuthError => authError('webauthn_verification_failed');
