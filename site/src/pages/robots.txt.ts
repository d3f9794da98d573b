import type { APIContext } from 'astro';

/**
 * Allows everything. Pages that are no search result carry `noindex`, which only a reader can see. A sitemap needs
 * the site's public origin.
 */
export function GET({ site }: APIContext): Response {
  return new Response(`User-agent: *
Allow: /
${site ? `\nSitemap: ${new URL('/sitemap-index.xml', site).href}\n` : ''}`);
}
