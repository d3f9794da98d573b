import { isLoopbackAddress } from './secure-url.rules.ts';

/** Where links in mails and providers may send a browser back to. */
export interface RedirectRules {
  readonly siteUrl: string;
  /** Exact addresses or globs: `*` matches anything but `.` and `/`, `**` anything, `?` one character but `.` and `/`. */
  readonly additional_redirect_urls: readonly string[];
}

/**
 * The first of the candidates that is allowed, else the site (contract A0.5). A refused one
 * is no error, so that callers cannot find out the list.
 */
export function redirectTarget(
  candidates: readonly (string | null | undefined)[],
  rules: RedirectRules,
): string {
  for (const candidate of candidates) {
    const target = candidate ? parse(candidate) : null;
    if (target && isAllowed(target, rules)) return target.href;
  }
  return rules.siteUrl;
}

function parse(text: string): URL | null {
  const url = URL.parse(text);
  return url && !url.username && !url.password ? url : null;
}

function isAllowed(target: URL, { siteUrl, additional_redirect_urls }: RedirectRules): boolean {
  const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
  if (isWeb && isSameSite(target, new URL(siteUrl))) return true;
  if (isWeb && isLoopbackAddress(target.hostname)) return true;
  const bare = target.href.split('#', 1)[0]!;
  return additional_redirect_urls.some(
    (glob) => globPattern(glob).test(bare) || globPattern(`${glob}/`).test(bare),
  );
}

function isSameSite(target: URL, site: URL): boolean {
  if (target.protocol !== site.protocol || target.hostname !== site.hostname) return false;
  return target.port === site.port || site.hostname === 'localhost' || isLoopbackAddress(site.hostname);
}

function globPattern(glob: string): RegExp {
  const source = glob.replaceAll(/\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    return part.replaceAll(/[\\^$.|+()[\]{}-]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}

/** Whether a session may be handed to `address`. */
export function isRedirectAllowed(address: string, rules: RedirectRules): boolean {
  const target = parse(address);
  return target !== null && isAllowed(target, rules);
}
