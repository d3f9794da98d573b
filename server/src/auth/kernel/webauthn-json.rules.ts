import { z } from 'zod';

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
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
  }),
});
