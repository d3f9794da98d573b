import { createHash } from 'node:crypto';

/** A page's policy: its own origin, and of the code in its HTML the built-in scripts and styles (CSP 3, hashes). */
export function contentSecurityPolicy(html: string, connectTo: readonly string[]): string {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)]
    .filter(([, attributes = '', code]) => code && isCode(attributes))
    .map(([, , code]) => hash(code!));
  const styles = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, code]) => hash(code!));
  const directives = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...new Set(scripts)],
    'style-src': ["'self'", ...new Set(styles)],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'", 'data:'],
    'media-src': ["'self'"],
    'connect-src': ["'self'", ...connectTo],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'form-action': ["'self'"],
    'base-uri': ["'none'"],
    'frame-ancestors': ["'none'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** Data blocks such as JSON-LD do not run and need no hash. Files are covered by 'self'. */
function isCode(attributes: string): boolean {
  if (/\bsrc\s*=/i.test(attributes)) return false;
  const [, type = ''] = /\btype\s*=\s*["']?([^"'\s>]*)/i.exec(attributes) ?? [];
  return type === '' || type === 'module' || /javascript$/i.test(type);
}

const hash = (code: string): string => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
