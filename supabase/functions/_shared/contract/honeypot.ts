/** The name of the hidden field. Only scripts fill it in. */
export const HONEYPOT_FIELD = 'reference';

/** Milliseconds between opening and sending the form at least. The form waits that long, scripts do not. */
export const MIN_ELAPSED_MS = 2000;
