/**
 * `@solostead/server/site`: the files of a built site with the headers that the server sends, for other hosts.
 *
 * @example
 * import { loadSite, securityHeaders } from '@solostead/server/site';
 *
 * for (const [path, { cacheControl, policy }] of loadSite('dist', [])) console.log(path, cacheControl, policy);
 * console.log(securityHeaders('https://shop.example'));
 */
export { securityHeaders } from '../gateway/security-headers.ts';
export { loadSite, type Site } from '../gateway/site/load-site.ts';
