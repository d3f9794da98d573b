import { AUTH_CALLBACK } from './redirect-auth-callback.ts';

/**
 * The first script of the admin page, in its HTML: keeps what a link brought for the guard (take-auth-callback.ts) and takes it out of
 * the address. No history or reload has it then, however late the other scripts come, and no referrer of what a style fetches; what
 * the browser fetches ahead of scripts goes by the page's referrer policy (layouts/Page.astro).
 */
export const hideAuthCallback = `if (${String(AUTH_CALLBACK)}.test(location.search + location.hash)) {
  window.arrivedAt = location.href;
  history.replaceState(null, '', location.pathname);
}`;
