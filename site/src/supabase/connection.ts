/**
 * The backend's address and key (contract P7.5), defined only here. Without `PUBLIC_SUPABASE_URL` it is the page's
 * origin (our own server serves both).
 */
export const connection = {
  /** Absolute, without a trailing slash. Only available in the browser. */
  get url(): string {
    return (import.meta.env.PUBLIC_SUPABASE_URL || location.origin).replace(/\/$/, '');
  },
  /** The publishable key, which may insert an application and confirm one, nothing else (contract P3.2). */
  get key(): string {
    return import.meta.env.PUBLIC_SUPABASE_KEY ?? '';
  },
};

/** Milliseconds after which a call counts as unanswered, because a person is waiting. */
export const TIMEOUT_MS = 20_000;

/** Creates a value on first use, because the clients read `location`, which a build does not have. */
export function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
