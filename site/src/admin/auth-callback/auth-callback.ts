/** The purposes of a mailed link, with the API's names. */
const linkTypes = ['recovery', 'invite', 'email', 'signup', 'magiclink', 'email_change'] as const;
export type LinkType = (typeof linkTypes)[number];

/** A link from a mail. A press uses it, opening it does not. */
export interface MailedLink {
  readonly tokenHash: string;
  readonly type: LinkType;
  /** The id of the invitation that was mailed. */
  readonly invitation?: string;
}

/** The parameters of an address. */
export type AuthCallback =
  | { readonly kind: 'nothing' }
  | ({ readonly kind: 'link' } & MailedLink)
  /** The code of a sign-in elsewhere that this browser began. `flowId` identifies one of several. */
  | { readonly kind: 'code'; readonly code: string; readonly flowId: string | null }
  /** Tokens, which are never taken from an address, or a link that cannot be read. */
  | { readonly kind: 'unusable' }
  /** A failed link or sign-in elsewhere. Its words may be an attacker's, so only the code counts. */
  | { readonly kind: 'failed'; readonly code: string };

/** Reads an address. The fragment takes precedence over the query. */
export function readAuthCallback(address: string): AuthCallback {
  const { hash, searchParams } = new URL(address);
  const fragment = new URLSearchParams(hash.slice(1));
  const read = (name: string) => fragment.get(name) ?? searchParams.get(name);
  if (read('access_token') !== null || read('refresh_token') !== null) return { kind: 'unusable' };
  const failure = read('error_code') ?? read('error') ?? read('error_description');
  if (failure !== null) return { kind: 'failed', code: failure };
  const tokenHash = searchParams.get('token_hash');
  if (tokenHash !== null) {
    const type = linkTypes.find((one) => one === searchParams.get('type'));
    const invitation = searchParams.get('invitation');
    return tokenHash && type
      ? { kind: 'link', tokenHash, type, ...(invitation && { invitation }) }
      : { kind: 'unusable' };
  }
  const code = searchParams.get('code');
  return code === null ? { kind: 'nothing' } : { kind: 'code', code, flowId: searchParams.get('sb_flow_id') };
}

/** Marks the address that people who sign in elsewhere come back to. */
export const COMING_BACK = 'from=sign-in';

/** Returns true for the return from a sign-in elsewhere, and false for a mailed link. */
export const cameBack = (address: string): boolean => new URL(address).searchParams.get('from') === 'sign-in';

const brought = [
  'access_token',
  'refresh_token',
  'token_hash',
  'type',
  'invitation',
  'code',
  'sb_flow_id',
  'error',
  'error_code',
  'error_description',
  'from',
];

/**
 * Returns the address without a link's parameters, which must not stay in the address bar, the history or a referrer.
 */
export function withoutAuthCallback(address: string): string {
  const url = new URL(address);
  brought.forEach((key) => url.searchParams.delete(key));
  return url.pathname + url.search;
}
