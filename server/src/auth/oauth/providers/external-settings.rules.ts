import { secureUrl } from '../../kernel/request/secure-url.rules.ts';

/** `[auth.external.<name>]` of config.toml. */
interface Entry {
  readonly client_id: string;
  readonly secret: string;
  /** Issuer of an OpenID provider, or GitHub's address. */
  readonly url: string;
  /** The address to which the provider sends browsers back. */
  readonly redirect_uri: string;
  readonly skip_nonce_check: boolean;
  /** True if users without an e-mail address may sign in. */
  readonly email_optional: boolean;
}

/** A provider's entry, validated, with its defaults. */
export interface ExternalProviderSettings extends Entry {
  readonly name: string;
  /** The first id requests codes. ID tokens may be meant for any of them. */
  readonly clientIds: readonly string[];
}

/** Addresses of the providers that need none in config.toml. */
const known: ReadonlyMap<string, string> = new Map([
  ['google', 'https://accounts.google.com'],
  ['github', 'https://github.com'],
  ['gitlab', 'https://gitlab.com'],
  ['linkedin_oidc', 'https://www.linkedin.com/oauth'],
  ['slack_oidc', 'https://slack.com'],
]);

/** Providers with their own API and a secret instead of OpenID Connect. */
const ownApis = ['github'] as const;

export type OwnApi = (typeof ownApis)[number];

export const hasOwnApi = (name: string): name is OwnApi => ownApis.some((known) => known === name);

/** Returns the issuer of a provider's ID tokens, or null for an unknown name or one without ID tokens. */
export function knownIssuer(name: string): string | null {
  if (hasOwnApi(name)) return null;
  return known.get(name) ?? otherIssuers.get(name) ?? null;
}

/** Providers that work only with an address in config.toml or not at all, but whose issuers have names. */
const otherIssuers: ReadonlyMap<string, string> = new Map([
  ['apple', 'https://appleid.apple.com'],
  ['azure', 'https://login.microsoftonline.com/common/v2.0'],
  ['facebook', 'https://www.facebook.com'],
]);

/** Names the wire gives another meaning to. */
const RESERVED = /^(email|phone|anonymous|web3|sso|passkey)$|[^a-z0-9_-]/;

/** Validates one entry. An error is the end of a sentence about it. */
export function externalProvider(
  name: string,
  entry: Entry,
  callbackUrl: string,
): ExternalProviderSettings | string {
  const url = entry.url || known.get(name);
  if (RESERVED.test(name)) return 'this name cannot be a provider';
  if (!url) return 'url must be the address of its OpenID Connect issuer';
  if (!secureUrl(url)) return 'url must begin with https (http is for localhost only)';
  const clientIds = entry.client_id
    .split(',')
    .map((id) => id.trim())
    .filter(Boolean);
  if (clientIds.length === 0) return 'client_id is missing';
  if (hasOwnApi(name) && !entry.secret) return 'secret is missing';
  const redirect_uri = entry.redirect_uri || callbackUrl;
  return { ...entry, name, url: url.replace(/\/$/, ''), clientIds, redirect_uri };
}
