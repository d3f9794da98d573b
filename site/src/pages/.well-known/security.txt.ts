import type { APIContext } from 'astro';
import { brand } from '../../content/entries.ts';

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;

/** The contact for reporting a vulnerability (RFC 9116), valid for a year from the build. */
export function GET({ site }: APIContext): Response {
  return new Response(`Contact: mailto:${brand.email.security}
Expires: ${new Date(Date.now() + YEAR_MS).toISOString()}
Preferred-Languages: en
${site ? `Canonical: ${new URL('/.well-known/security.txt', site).href}\n` : ''}`);
}
