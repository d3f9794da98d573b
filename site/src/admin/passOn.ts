const KEYS = ['access_token', 'error', 'error_code', 'error_description', 'code', 'token_hash', 'message'];

/** Where a link from a mail that landed on the front page belongs; null for every other address. Nothing is read. */
export function passOn({ search, hash }: { search: string; hash: string }): string | null {
  const parts = [new URLSearchParams(search), new URLSearchParams(hash.slice(1))];
  return parts.some((part) => KEYS.some((key) => part.has(key))) ? `/admin${search}${hash}` : null;
}
