import { isLoopbackAddress } from '../../../configuration/loopback.rules.ts';

/** Rules for addresses that mails and providers may send a browser back to. */
export interface RedirectRules {
  readonly siteUrl: string;
  /** Exact addresses or globs. `*` matches all but `.` and `/`, `**` anything, `?` one character but `.` and `/`. */
  readonly additional_redirect_urls: readonly string[];
}

/** The first allowed candidate, else the site (contract A0.5). No error tells callers what is in the list. */
export function redirectTarget(candidates: readonly (string | null | undefined)[], rules: RedirectRules) {
  for (const candidate of candidates) {
    const target = candidate ? parse(candidate) : null;
    if (target && isAllowed(target, rules)) return target.href;
  }
  return rules.siteUrl;
}

/** Longer than any address that a mail carries. Comparing one with a glob takes time. */
const MAX_LENGTH = 4_096;

function parse(text: string): URL | null {
  if (text.length > MAX_LENGTH) return null;
  const url = URL.parse(text);
  return url && !url.username && !url.password ? url : null;
}

function isAllowed(target: URL, { siteUrl, additional_redirect_urls }: RedirectRules): boolean {
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  if (isWeb && isSameSite(target, new URL(siteUrl))) return true;
  if (isWeb && isLoopbackAddress(target.hostname)) return true;
  if (scripts.has(target.protocol)) return false;
  const bare = target.href.split('#', 1)[0]!;
  return additional_redirect_urls.some((glob) => matches(glob, bare) || matches(`${glob}/`, bare));
}

/** Schemes that run or show the address's own content. They are never a redirect target, whatever the list allows. */
const scripts = new Set(['javascript:', 'vbscript:', 'data:', 'blob:', 'file:']);

function isSameSite(target: URL, site: URL): boolean {
  if (target.protocol !== site.protocol || target.hostname !== site.hostname) return false;
  return target.port === site.port || site.hostname === 'localhost' || isLoopbackAddress(site.hostname);
}

/**
 * Returns true if a glob matches the whole text. All partial matches advance together, one character at a time, so
 * the cost is at most the product of both lengths. A regular expression with several stars would backtrack
 * exponentially.
 */
function matches(glob: string, text: string): boolean {
  const tokens = glob.match(/\*\*|[\s\S]/g) ?? [];
  let places = withStarsSkipped(tokens, [0]);
  for (const character of text) {
    const next = [...places].flatMap((place) => {
      const token = tokens[place];
      if (token === '**') return [place];
      const isInPart = character !== '.' && character !== '/';
      if (token === '*') return isInPart ? [place] : [];
      return token === character || (token === '?' && isInPart) ? [place + 1] : [];
    });
    places = withStarsSkipped(tokens, next);
    if (places.size === 0) return false;
  }
  return places.has(tokens.length);
}

/** Places in a glob, and those behind each star there, which may match nothing. */
function withStarsSkipped(tokens: readonly string[], places: readonly number[]): Set<number> {
  const found = new Set(places);
  for (const place of found) if (tokens[place]?.startsWith('*')) found.add(place + 1);
  return found;
}

/** Returns true if a session may be sent to `address`. */
export function isRedirectAllowed(address: string, rules: RedirectRules): boolean {
  const target = parse(address);
  return target !== null && isAllowed(target, rules);
}
