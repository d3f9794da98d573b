/** Matches the parameters of a mailed link or of a sign-in elsewhere. */
export const AUTH_CALLBACK = /[?#&]((access|refresh)_token|error\w*|code|token_hash)=/;

/**
 * Returns the target for a mailed link that landed on the front page, or null for every other address. It reads
 * nothing.
 */
export function redirectAuthCallback({ search, hash }: { search: string; hash: string }): string | null {
  return AUTH_CALLBACK.test(search + hash) ? `/admin${search}${hash}` : null;
}
