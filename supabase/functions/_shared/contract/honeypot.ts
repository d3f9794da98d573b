/** The name of the hidden field. Only scripts fill it in. */
export const HONEYPOT_FIELD = 'reference';

/**
 * The minimum time between opening and sending the form, in milliseconds. The form waits that long, scripts do not.
 */
export const MIN_ELAPSED_MS = 2000;
