import type { Config } from '../../configuration/config.ts';
import { type MailPage, plainMailPage } from '../../mail/mail-page.ts';
import type { FactorType } from './entities/account.rules.ts';

/** `[auth]` of config.toml in its own names, and what the service's addresses follow from. */
export type AuthSettings = Readonly<ReturnType<typeof authSettings>>;

/** A product's requirements beyond config.toml, which has no setting for them. */
export interface AuthPolicy {
  /** Counts mails that are kept as files against the limits of those that are sent. */
  readonly countsCapturedMails?: boolean;
  /** The page around a notice, in the look of the product's other mails. */
  readonly mailPage?: MailPage;
}

const SHORTEST_PASSWORD = 6;

/**
 * Returns true if common passwords are refused. Without `wanted` (COMMON_PASSWORDS) they are, unless config.toml has a
 * `minimum_password_length` below 8, because its people may choose what they like.
 */
export const refusesCommon = (
  wanted: 'refused' | 'allowed' | undefined,
  minimum: number | undefined,
): boolean => (wanted === undefined ? minimum === undefined || minimum >= 8 : wanted === 'refused');

/** The part of the configuration that the auth service reads. */
export function authSettings(
  { auth, siteUrl, apiUrl, limits, mail, productName, commonPasswords }: Config,
  { countsCapturedMails = false, mailPage }: AuthPolicy = {},
) {
  const site = new URL(siteUrl);
  return {
    ...auth,
    minimum_password_length: auth.minimum_password_length ?? SHORTEST_PASSWORD,
    siteUrl,
    /** The service's public address, issuer of its tokens and base of links in mails. */
    externalUrl: auth.external_url.replace(/\/$/, '') || `${apiUrl}/auth/v1`,
    /** The relying party of WebAuthn with its domain, its display name and the origins that may ask. */
    relyingParty: {
      id: auth.webauthn.rp_id || site.hostname,
      name: auth.webauthn.rp_display_name || site.hostname,
      origins: [site.origin, ...auth.webauthn.rp_origins],
    },
    /** False only in tests and benchmarks. */
    limits,
    /** True if mails with codes are counted. */
    countsMails: countsCapturedMails || mail.smtpUrl !== null,
    /** Refuses the commonest passwords and those made of words of the project (contract A0.9). */
    refusesCommonPasswords: refusesCommon(commonPasswords, auth.minimum_password_length),
    /** The project's name in mails. */
    productName,
    /** The page around a notice. */
    mailPage: mailPage ?? plainMailPage(productName),
  };
}

const tables = {
  totp: 'totp',
  phone: 'phone',
  webauthn: 'web_authn',
  recovery_code: 'recovery_codes',
} as const;

/** Returns which second factors of a kind can be added and used (`[auth.mfa.*]` of config.toml). */
export function factorSwitches({ mfa }: AuthSettings, kind: FactorType) {
  const { enroll_enabled, verify_enabled } = mfa[tables[kind]];
  return { enroll: enroll_enabled, verify: verify_enabled };
}
