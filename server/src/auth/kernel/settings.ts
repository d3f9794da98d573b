import type { Config } from '../../config.ts';
import type { ConfigToml } from '../../configuration/config-toml/read-config-toml.ts';
import { type MailPage, plainMailPage } from '../../mail/mail-page.ts';
import type { FactorType } from './entities/account.rules.ts';

/** `[auth]` of config.toml in its own names, and what the service's addresses follow from. */
export type AuthSettings = ConfigToml['auth'] & {
  readonly siteUrl: string;
  /** The service's public address, issuer of its tokens and base of links in mails. */
  readonly externalUrl: string;
  readonly relyingParty: RelyingParty;
  /** False only in tests and benchmarks. */
  readonly limits: boolean;
  /** True if mails with codes are counted. */
  readonly countsMails: boolean;
  readonly refusesCommonPasswords: boolean;
  /** The project's name in mails. */
  readonly productName: string;
  /** The page around a notice. */
  readonly mailPage: MailPage;
};

/** A product's requirements beyond config.toml, which has no setting for them. */
export interface AuthPolicy {
  /** Refuses the commonest passwords and those made of words of the project (contract A0.9). */
  readonly refusesCommonPasswords?: boolean;
  /** Counts mails that are kept as files against the limits of those that are sent. */
  readonly countsCapturedMails?: boolean;
  /** The page around a notice, in the look of the product's other mails. */
  readonly mailPage?: MailPage;
}

/** The relying party of WebAuthn with its domain, its display name and the origins that may ask. */
interface RelyingParty {
  readonly id: string;
  readonly name: string;
  readonly origins: readonly string[];
}

/** The part of the configuration that the auth service reads. */
export function authSettings(
  { auth, siteUrl, apiUrl, limits, mail, productName }: Config,
  { refusesCommonPasswords = false, countsCapturedMails = false, mailPage }: AuthPolicy = {},
): AuthSettings {
  const site = new URL(siteUrl);
  return {
    ...auth,
    siteUrl,
    externalUrl: auth.external_url.replace(/\/$/, '') || `${apiUrl}/auth/v1`,
    relyingParty: {
      id: auth.webauthn.rp_id || site.hostname,
      name: auth.webauthn.rp_display_name || site.hostname,
      origins: [site.origin, ...auth.webauthn.rp_origins],
    },
    limits,
    countsMails: countsCapturedMails || mail.smtpUrl !== null,
    refusesCommonPasswords,
    productName,
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
