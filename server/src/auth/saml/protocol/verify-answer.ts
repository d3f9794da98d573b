import type { SignedAssertion } from '../assertion.rules.ts';
import type { IdentityProvider } from './identity-provider-metadata.ts';
import { type OurEntity, samlLibrary } from './library.ts';
import { readAssertion } from './parsed-assertion.rules.ts';
import { readEnvelope } from './response.ts';

/** A SAMLResponse field, and the provider that was asked. */
export interface Answer {
  readonly ourselves: OurEntity;
  readonly idp: IdentityProvider;
  readonly field: string;
}

/** The signed assertion, or the reason why there is none. */
type Verified =
  | { readonly assertion: SignedAssertion }
  | { /** The fault of the signature, audience or times. */ readonly fault: string };

/** An answer that was read. The envelope is unsigned and null for what is no response. */
export type ReadAnswer =
  | { readonly envelope: null }
  | ({ readonly envelope: NonNullable<ReturnType<typeof readEnvelope>> } & Verified);

/** Reads a response and verifies its signature. It may be slow, so it runs in `verification-worker.ts`. */
export async function readAnswer({ ourselves, idp, field }: Answer): Promise<ReadAnswer> {
  const envelope = readEnvelope(field);
  if (!envelope) return { envelope };
  if (!envelope.isSuccess) return { envelope, fault: 'no success' };
  try {
    const saml = await samlLibrary(ourselves, idp);
    const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: field });
    const assertion = readAssertion(profile?.getAssertion?.()['Assertion']);
    return assertion ? { envelope, assertion } : { envelope, fault: 'no assertion' };
  } catch (error) {
    return { envelope, fault: error instanceof Error ? error.message : String(error) };
  }
}
