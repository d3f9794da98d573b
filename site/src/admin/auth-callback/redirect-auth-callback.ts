/** What an address holds that a link from a mail, or a sign-in elsewhere, led to. */
export const AUTH_CALLBACK = /[?#&]((access|refresh)_token|error\w*|code|token_hash)=/;

/** Where a link from a mail that landed on the front page belongs; null for every other address. Nothing is read. */
export function redirectAuthCallback({ search, hash }: { search: string; hash: string }): string | null {
  return AUTH_CALLBACK.test(search + hash) ? `/admin${search}${hash}` : null;
}
