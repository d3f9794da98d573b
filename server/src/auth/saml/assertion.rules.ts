import { z } from 'zod';
import type { Metadata } from '../kernel/entities/account.rules.ts';
import {
  providerEmail,
  withoutAbsent,
  type ProviderProfile,
} from '../accounts/external/provider-profile.rules.ts';

/** The content of a signed assertion, read from the signed bytes only. */
export interface SignedAssertion {
  readonly id: string;
  readonly issuer: string | null;
  readonly nameId: string | null;
  readonly nameIdFormat: string | null;
  /** Bearer confirmations with recipient, request, beginning and end in milliseconds. */
  readonly confirmations: readonly {
    readonly recipient: string | null;
    readonly inResponseTo: string | null;
    readonly notBefore: number | null;
    readonly notOnOrAfter: number | null;
  }[];
  /** Milliseconds, or null without conditions. A time whose text is none is NaN, and the assertion is refused. */
  readonly notOnOrAfter: number | null;
  /** The end of the session that the identity provider wants, or null. */
  readonly sessionEnd: number | null;
  readonly attributes: Readonly<Record<string, readonly string[]>>;
}

interface Expected {
  readonly issuer: string;
  readonly acsUrl: string;
  /** The answered request, or null if the identity provider began. */
  readonly requestId: string | null;
  readonly now: number;
}

/** The allowed clock skew of identity providers. */
export const SAML_CLOCK_SKEW_MS = 60_000;

/**
 * Returns why a properly signed assertion is not for us, here and now, or null when it is (SAML 2.0 profiles 4.1.4.2
 * and 4.1.4.3). The library checks audience and the times of conditions. This checks that there are conditions.
 */
export function assertionFault(assertion: SignedAssertion, expected: Expected): string | null {
  if (assertion.issuer !== expected.issuer) return 'issuer is another identity provider';
  if (!Number.isFinite(assertion.notOnOrAfter)) return 'conditions without an end';
  if (assertion.sessionEnd !== null && !(assertion.sessionEnd > expected.now))
    return 'the session has ended there';
  const isFor = assertion.confirmations.some(
    ({ recipient, inResponseTo, notBefore, notOnOrAfter }) =>
      recipient === expected.acsUrl &&
      inResponseTo === expected.requestId &&
      (notBefore ?? 0) <= expected.now + SAML_CLOCK_SKEW_MS &&
      notOnOrAfter !== null &&
      notOnOrAfter + SAML_CLOCK_SKEW_MS > expected.now,
  );
  return isFor ? null : 'no bearer confirmation for this request and place';
}

/** Maps our keys to an identity provider's attribute name or names. */
const mappedAttribute = z.object({
  name: z.string().optional(),
  names: z.array(z.string()).optional(),
  default: z.unknown().optional(),
  array: z.boolean().optional(),
});
export const attributeMapping = z.object({ keys: z.record(z.string(), mappedAttribute).optional() });
export type AttributeMapping = z.infer<typeof attributeMapping>;

const SUBJECT_ID = 'urn:oasis:names:tc:SAML:attribute:subject-id';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const EMAIL_FORMAT = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const emailAttributes = [
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  'http://schemas.xmlsoap.org/claims/EmailAddress',
  'mail',
  'Mail',
  'email',
];

/** Returns the user's permanent id at the identity provider, or null. */
export function assertionSubject(assertion: SignedAssertion): string | null {
  const subjectId = assertion.attributes[SUBJECT_ID]?.[0];
  if (subjectId) return subjectId;
  return assertion.nameIdFormat === TRANSIENT ? null : assertion.nameId;
}

/** The user of an assertion, without `email` when it names none. Attributes of the mapping become custom claims. */
export function assertionProfile(
  assertion: SignedAssertion,
  subject: string,
  mapping: AttributeMapping,
): ProviderProfile {
  const { email: mappedEmail, ...custom } = mapAttributes(assertion, mapping);
  const stated = typeof mappedEmail === 'string' ? mappedEmail : ownEmail(assertion);
  const email = providerEmail(stated?.trim());
  return {
    subject,
    emails: email ? [{ address: email, isVerified: true, isPrimary: true }] : [],
    claims: withoutAbsent({
      iss: assertion.issuer ?? undefined,
      sub: subject,
      provider_id: subject,
      email,
      email_verified: email !== undefined,
      phone_verified: false,
      custom_claims: Object.keys(custom).length > 0 ? custom : undefined,
    }),
  };
}

function ownEmail({ attributes, nameId, nameIdFormat }: SignedAssertion): string | undefined {
  const attribute = emailAttributes.find((name) => attributes[name]?.[0]);
  if (attribute) return attributes[attribute]![0];
  return nameIdFormat === EMAIL_FORMAT && nameId ? nameId : undefined;
}

function mapAttributes({ attributes }: SignedAssertion, mapping: AttributeMapping): Metadata {
  const found = Object.entries(mapping.keys ?? {}).map(
    ([key, { name, names, array, ...rest }]): [string, unknown] => {
      const source = [name, ...(names ?? [])].find((candidate) => candidate && attributes[candidate]?.length);
      const values = source ? attributes[source] : undefined;
      return [key, values ? (array ? [...values] : values[0]) : rest.default];
    },
  );
  return withoutAbsent(Object.fromEntries(found));
}
