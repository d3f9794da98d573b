import { z } from 'zod';
import type { Queryable } from '../../../database/database.ts';
import type { SignedInCall } from '../../kernel/call.ts';
import type { FactorRow } from '../../kernel/entities/account.rules.ts';
import { readStoredCredential, storedCredential, withSignCount } from '../factor-credential.rules.ts';
import { AuthError, validationFailed } from '../../kernel/errors.ts';
import { creationOptions, readAssertion, readCreation, requestOptions } from '../../kernel/webauthn.ts';
import type { Ceremony, Credential } from '../../kernel/webauthn-json.rules.ts';
import { setWebAuthnCredential } from '../factors.store.ts';
import type { FactorKind } from './factor-kind.ts';

const asked = z.object({ rpId: z.string().nullish(), rpOrigins: z.array(z.string()).nullish() });

const proof = z.object({
  type: z.enum(['create', 'request']),
  credential_response: z.record(z.string(), z.unknown()),
});

const kept = z.object({
  type: z.enum(['create', 'request']),
  challenge: z.string(),
  rpId: z.string(),
  origins: z.array(z.string()),
});

const failed = (): AuthError =>
  new AuthError(422, 'mfa_verification_failed', 'Failed to verify WebAuthn MFA factor');

/** A security key or the device's own authenticator (contract A4.6), created at the first challenge and asked later. */
export const webAuthnFactor: FactorKind = {
  method: 'mfa/webauthn',

  enroll: async () => ({ answer: {} }),

  async challenge(tx, factor, body) {
    const { rpId, origins } = relyingPartyOf(tx, body['webauthn']);
    const credential = readStoredCredential(factor.web_authn_credential);
    const type = factor.status === 'verified' && credential ? 'request' : 'create';
    const options =
      type === 'request' ? await requestOptions(rpId, [credential!]) : await newCredentialOptions(tx, rpId);
    return {
      web_authn_session_data: { type, challenge: options.challenge, rpId, origins },
      answer: { webauthn: { type, credential_options: { publicKey: options } } },
    };
  },

  requireProof(body) {
    if (!proof.safeParse(body['webauthn']).success) {
      throw validationFailed('webauthn needs a type (create or request) and a credential_response');
    }
  },

  async prove(tx, factor, challenge, body) {
    const { type, credential_response: response } = proof.parse(body['webauthn']);
    const ceremony = kept.safeParse(challenge.web_authn_session_data).data;
    if (ceremony?.type !== type) throw failed();
    if (type === 'create') return register(tx, factor, ceremony, response);
    return assert(tx, factor, ceremony, response);
  },
};

/**
 * The client names domain and origins. Only ours are accepted, because another page could otherwise have keys created
 * for itself.
 * @throws AuthError 400 validation_failed
 */
function relyingPartyOf(call: SignedInCall, given: unknown): Omit<Ceremony, 'challenge'> {
  const { relyingParty } = call.auth.settings;
  const wishes = asked.safeParse(given ?? {}).data ?? {};
  if (wishes.rpId && wishes.rpId !== relyingParty.id) {
    throw validationFailed(`rpId must be "${relyingParty.id}"`);
  }
  const origins = wishes.rpOrigins?.length ? wishes.rpOrigins : relyingParty.origins;
  if (!origins.every((origin) => relyingParty.origins.includes(origin))) {
    throw validationFailed('rpOrigins must be origins of this site');
  }
  return { rpId: relyingParty.id, origins };
}

async function newCredentialOptions(call: SignedInCall, rpId: string) {
  const { user, factors } = call.account;
  const credentials = factors.map(({ web_authn_credential }) => readStoredCredential(web_authn_credential));
  return creationOptions({
    rpId,
    rpName: call.auth.settings.relyingParty.name,
    user: { handle: user.id, name: user.email || user.phone || user.id },
    exclude: credentials.filter((credential): credential is Credential => credential !== null),
    residentKey: 'preferred',
  });
}

async function register(
  db: Queryable,
  factor: FactorRow,
  ceremony: Ceremony,
  response: Record<string, unknown>,
): Promise<void> {
  const made = await readCreation(ceremony, response);
  if (!made || factor.status === 'verified') throw failed();
  await setWebAuthnCredential(db, factor.id, storedCredential(made), made.aaguid);
}

async function assert(
  db: Queryable,
  factor: FactorRow,
  ceremony: Ceremony,
  response: Record<string, unknown>,
): Promise<void> {
  const credential = readStoredCredential(factor.web_authn_credential);
  if (!credential || response['id'] !== credential.id) throw failed();
  const signCount = await readAssertion(ceremony, credential, response);
  if (signCount === null) throw failed();
  await setWebAuthnCredential(db, factor.id, withSignCount(factor.web_authn_credential!, signCount));
}
