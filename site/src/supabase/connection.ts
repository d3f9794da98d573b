/**
 * Where the backend answers and with which key (contract P7.5): the only place of the site that knows either.
 * Without `PUBLIC_SUPABASE_URL` it is the origin the page came from (our own server serves both).
 */
export const connection = {
  /** Absolute, without a trailing slash; read in the browser only. */
  get url(): string {
    return (import.meta.env.PUBLIC_SUPABASE_URL || location.origin).replace(/\/$/, '');
  },
  /** The publishable key: it may insert an application and confirm one, nothing else (contract P3.2). */
  get key(): string {
    return import.meta.env.PUBLIC_SUPABASE_KEY ?? '';
  },
};
