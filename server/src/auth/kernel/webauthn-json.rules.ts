import { z } from 'zod';
import { isBoundedCbor } from './cbor-bounds.rules.ts';

/** The data that an authenticator must return signed. */
export interface Ceremony {
  readonly challenge: string;
  /** Domain the credential is bound to. */
  readonly rpId: string;
  /** Pages that may have asked. */
  readonly origins: readonly string[];
}

/** An authenticator's stored data, its public key and never a secret. Binary values are base64url. */
export interface Credential {
  readonly id: string;
  readonly publicKey: string;
  readonly signCount: number;
  readonly transports: readonly string[];
}

/** A credential as it was registered, with what the authenticator said of itself. */
export interface NewCredential extends Credential {
  readonly aaguid: string;
  readonly isBackupEligible: boolean;
  readonly isBackedUp: boolean;
  readonly isUserVerified: boolean;
}

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
type Transport = (typeof transports)[number];

/** A value in base64url of at most `most` characters, which is far above what authenticators send. */
const binary = (most: number) => z.string().max(most);

/** WebAuthn allows ids of 1,023 bytes. */
const credentialId = binary(1_364);
const clientData = binary(8_192);

const publicKeyCredential = {
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).prefault({}),
};

/** RegistrationResponseJSON of WebAuthn. Transports that the library does not know are left out. */
export const registrationJson = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: binary(16_384).refine((value) => isBoundedCbor(Buffer.from(value, 'base64url'))),
    transports: z
      .array(z.string())
      .default([])
      .transform((value) =>
        value.filter((name): name is Transport => transports.some((known) => known === name)),
      ),
  }),
});

/** AuthenticationResponseJSON of WebAuthn. */
export const authenticationJson = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: binary(4_096),
    signature: binary(2_048),
  }),
});

const clientDataJson = z.object({ crossOrigin: z.boolean().optional(), topOrigin: z.string().optional() });

/**
 * Returns true if the page that asked was inside another origin's page, which can hide what is asked.
 * @throws Error for text that is no client data
 */
export function isFramed(clientDataJSON: string): boolean {
  const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
  const { crossOrigin, topOrigin } = clientDataJson.parse(JSON.parse(text));
  return crossOrigin === true || topOrigin !== undefined;
}
