import { z } from 'zod';
import type { Metadata } from '../kernel/entities/account.rules.ts';
import type { Credential, NewCredential } from '../kernel/webauthn-json.rules.ts';

/** A WebAuthn credential as the reference service keeps it in `mfa_factors.web_authn_credential`. */
const storedShape = z.looseObject({
  id: z.string(),
  publicKey: z.string(),
  transport: z.array(z.string()).nullish(),
  authenticator: z.looseObject({ signCount: z.number() }),
});

const toBase64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64');
const toBase64Url = (text: string): string => Buffer.from(text, 'base64').toString('base64url');

/** To the stored shape, where binary values are plain base64. */
export function storedCredential(credential: NewCredential): Metadata {
  return {
    id: toBase64(credential.id),
    publicKey: toBase64(credential.publicKey),
    attestationType: 'none',
    transport: credential.transports,
    flags: {
      userPresent: true,
      userVerified: credential.isUserVerified,
      backupEligible: credential.isBackupEligible,
      backupState: credential.isBackedUp,
    },
    authenticator: { AAGUID: credential.aaguid, signCount: credential.signCount, cloneWarning: false },
  };
}

/** Converts from the stored form. Returns null where there is none yet. */
export function readStoredCredential(stored: Metadata | null): Credential | null {
  if (!stored) return null;
  const { id, publicKey, transport, authenticator } = storedShape.parse(stored);
  return {
    id: toBase64Url(id),
    publicKey: toBase64Url(publicKey),
    signCount: authenticator.signCount,
    transports: transport ?? [],
  };
}

/** The stored shape after a use. */
export function withSignCount(stored: Metadata, signCount: number): Metadata {
  const { authenticator } = storedShape.parse(stored);
  return { ...stored, authenticator: { ...authenticator, signCount } };
}
