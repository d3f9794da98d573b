import { z } from 'zod';

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

const publicKeyCredential = {
  id: z.string(),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).prefault({}),
};

/** RegistrationResponseJSON of WebAuthn. Transports that the library does not know are left out. */
export const registrationJson = z.object({
  ...publicKeyCredential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z
      .array(z.string())
      .default([])
      .transform((given) =>
        given.filter((name): name is Transport => transports.some((known) => known === name)),
      ),
  }),
});

/** AuthenticationResponseJSON of WebAuthn. */
export const authenticationJson = z.object({
  ...publicKeyCredential,
  response: z.object({ clientDataJSON: z.string(), authenticatorData: z.string(), signature: z.string() }),
});
