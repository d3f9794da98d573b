import type { AuthMFAVerifyResponse } from '@supabase/auth-js';
import { auth } from '../../supabase/auth.ts';
import { readFactorKinds } from '../../supabase/auth-settings.ts';
import { answerOf, refusal } from '../session/answer-of.ts';
import type { Answer } from '../session/answer.ts';

/** Returns true if this browser supports security keys, which needs https. */
export const knowsKeys = (): boolean => 'PublicKeyCredential' in globalThis;

/** The browser's result of a challenge, a new key's public part, or a known key's signature. */
type Credential = Parameters<ReturnType<typeof auth>['mfa']['webauthn']['verify']>[0]['webauthn'];

/**
 * Lets a security key answer a challenge of its factor. The first answer registers the key, later ones verify it. The
 * browser's own errors return their name as code, such as `NotAllowedError`.
 */
export async function proveKey(factorId: string, signal: AbortSignal): Promise<Answer> {
  if (!knowsKeys()) return { ok: false, message: null, code: 'NotSupportedError' };
  const { keyDomain: rpId } = await readFactorKinds();
  const place = { rpId, rpOrigins: [location.origin] };
  const { data, error } = await auth().mfa.challenge({ factorId, webauthn: place });
  if (error) return refusal(error);
  const { type, credential_options: options } = data.webauthn;
  try {
    // The library's own ceremony would take keys alone, and not the device one sits at.
    const { credentials } = navigator;
    const request = { ...options, signal } as CredentialCreationOptions & CredentialRequestOptions;
    const made = await (type === 'create' ? credentials.create(request) : credentials.get(request));
    const webauthn = { ...place, type, credential_response: made } as Credential;
    const verified: Promise<AuthMFAVerifyResponse> = auth().mfa.webauthn.verify({
      factorId,
      challengeId: data.id,
      webauthn,
    });
    return await answerOf(verified);
  } catch (cause) {
    return { ok: false, message: null, code: cause instanceof DOMException ? cause.name : undefined };
  }
}
