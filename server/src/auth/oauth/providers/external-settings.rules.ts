import { secureUrl } from '../../kernel/request/secure-url.rules.ts';

/** A provider to sign in at: `[auth.external.<name>]` of config.toml, checked. */
export interface ExternalProviderSettings {
  readonly name: string;
  /** `github` speaks OAuth 2.0 with an API of its own, all others OpenID Connect. */
  readonly kind: 'openid' | 'github';
  /** Issuer of an OpenID provider, or GitHub's address. */
  readonly url: string;
  /** The first is ours when we ask for a code; ID tokens may be meant for any of them. */
  readonly clientIds: readonly string[];
  readonly secret: string;
  /** Where the provider sends browsers back to. */
  readonly redirectUri: string;
  readonly skipNonceCheck: boolean;
  /** Users without an e-mail address are let in. */
  readonly emailOptional: boolean;
}

interface Entry {
  readonly client_id: string;
  readonly secret: string;
  readonly url: string;
  readonly redirect_uri: string;
  readonly skip_nonce_check: boolean;
  readonly email_optional: boolean;
}

/** Addresses of the providers that need none in config.toml. */
const known: Readonly<Record<string, string>> = {
  google: 'https://accounts.google.com',
  github: 'https://github.com',
  gitlab: 'https://gitlab.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
};

/** The issuer of a provider's ID tokens, as refusals name it; null: none is known by this name. */
export function knownIssuer(name: string): string | null {
  if (name === 'github') return null;
  return known[name] ?? otherIssuers[name] ?? null;
}

/** Providers that work only with an address in config.toml or not at all, but whose issuers have names. */
const otherIssuers: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com/common/v2.0',
  facebook: 'https://www.facebook.com',
};

/** Names the wire gives another meaning to. */
const RESERVED = /^(email|phone|anonymous|web3|sso|passkey)$|[^a-z0-9_-]/;

/** Checks one entry; a sentence's end says what is wrong with it. */
export function externalProvider(
  name: string,
  entry: Entry,
  callbackUrl: string,
): ExternalProviderSettings | string {
  const url = entry.url || known[name];
  if (RESERVED.test(name)) return 'this name cannot be a provider';
  if (!url) return 'url must be the address of its OpenID Connect issuer';
  if (!secureUrl(url)) return 'url must begin with https (http is for localhost only)';
  const clientIds = entry.client_id
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  if (clientIds.length === 0) return 'client_id is missing';
  if (name === 'github' && !entry.secret) return 'secret is missing';
  return {
    name,
    kind: name === 'github' ? 'github' : 'openid',
    url: url.replace(/\/$/, ''),
    clientIds,
    secret: entry.secret,
    redirectUri: entry.redirect_uri || callbackUrl,
    skipNonceCheck: entry.skip_nonce_check,
    emailOptional: entry.email_optional,
  };
}
