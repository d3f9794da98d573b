import { z } from 'zod';
import type { SignedInCall } from '../../kernel/call.ts';
import type { FactorRow, Metadata } from '../../kernel/entities/account.rules.ts';
import type { Json } from '../../kernel/entities/json.rules.ts';
import { readStoredCredential, storedCredential, withSignCount } from '../factor-credential.rules.ts';
import { authError, validationFailed } from '../../kernel/errors.ts';
import { creationOptions, readAssertion, readCreation, requestOptions } from '../../kernel/webauthn.ts';
import type { Ceremony } from '../../kernel/webauthn-json.rules.ts';
import { setWebAuthnCredential } from '../factors.store.ts';
import type { FactorKind } from './factor-kind.ts';

const wishesShape = z.object({ rpId: z.string().nullish(), rpOrigins: z.array(z.string()).nullish() });

const proof = z.object({
  type: z.enum(['create', 'request']),
  credential_response: z.record(z.string(), z.unknown()),
});

const ceremonyShape = z.object({
  type: z.enum(['create', 'request']),
  challenge: z.string(),
  rpId: z.string(),
  origins: z.array(z.string()),
});

const failed = () =>
  authError('mfa_verification_failed', { message: 'Failed to verify WebAuthn MFA factor' });

/** A security key or the device's own authenticator (contract A4.6), created at the first challenge and asked later. */
export const webAuthnFactor: FactorKind = {
  method: 'mfa/webauthn',

  enroll: async () => ({ answer: {} }),

  async challenge(call, factor, body) {
    const { rpId, origins } = relyingPartyOf(call, body['webauthn']);
    const credential = readStoredCredential(factor.web_authn_credential);
    const type = factor.status === 'verified' && credential ? 'request' : 'create';
    const options =
      type === 'request' ? await requestOptions(rpId, [credential!]) : await newCredentialOptions(call);
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
    const ceremony = ceremonyShape.safeParse(challenge.web_authn_session_data).data;
    if (ceremony?.type !== type) throw failed();
    const { credential, aaguid } = await (type === 'create' ? created : used)(factor, ceremony, response);
    await setWebAuthnCredential(tx, factor.id, credential, aaguid);
  },
};

/**
 * The client names domain and origins. Only ours are accepted, because another page could otherwise have keys created
 * for itself.
 * @throws AuthError 400 validation_failed
 */
function relyingPartyOf(call: SignedInCall, wished: unknown): Omit<Ceremony, 'challenge'> {
  const { relyingParty } = call.auth.settings;
  const wishes = wishesShape.safeParse(wished ?? {}).data ?? {};
  if (wishes.rpId && wishes.rpId !== relyingParty.id) {
    throw validationFailed(`rpId must be "${relyingParty.id}"`);
  }
  const origins = wishes.rpOrigins?.length ? wishes.rpOrigins : relyingParty.origins;
  if (!origins.every((origin) => relyingParty.origins.includes(origin))) {
    throw validationFailed('rpOrigins must be origins of this site');
  }
  return { rpId: relyingParty.id, origins };
}

function newCredentialOptions({ account: { user, factors }, auth }: SignedInCall) {
  const { relyingParty } = auth.settings;
  const exclude = factors.flatMap((factor) => readStoredCredential(factor.web_authn_credential) ?? []);
  return creationOptions({ relyingParty, user, exclude, residentKey: 'preferred' });
}

type Proven = Promise<{ credential: Metadata; aaguid?: string }>;

async function created(factor: FactorRow, ceremony: Ceremony, response: Json): Proven {
  const made = await readCreation(ceremony, response);
  if (!made || factor.status === 'verified') throw failed();
  return { credential: storedCredential(made), aaguid: made.aaguid };
}

async function used(factor: FactorRow, ceremony: Ceremony, response: Json): Proven {
  const credential = readStoredCredential(factor.web_authn_credential);
  if (!credential || response['id'] !== credential.id) throw failed();
  const signCount = await readAssertion(ceremony, credential, response);
  if (signCount === null) throw failed();
  return { credential: withSignCount(factor.web_authn_credential!, signCount) };
}
