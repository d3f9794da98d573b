import { AUTH_CALLBACK } from './redirect-auth-callback.ts';

/**
 * The first script of the admin page, inlined in its HTML. It keeps a link's parameters for the guard
 * (take-auth-callback.ts) and removes them from the address, so that no history, reload or referrer of a style's
 * request has them, however late the other scripts are. Requests before scripts follow the page's referrer policy
 * (layouts/Page.astro).
 */
export const hideAuthCallback = `if (${String(AUTH_CALLBACK)}.test(location.search + location.hash)) {
  window.arrivedAt = location.href;
  history.replaceState(null, '', location.pathname);
}`;
