import type { APIRoute } from 'astro';

/** Everything may be read: pages that are no search result say `noindex`, which only a reader can see. */
export const get: APIRoute = ({ site }) =>
  new Response(`User-agent: *
Allow: /

Sitemap: ${new URL('/sitemap-index.xml', site).href}
`);
