/** The name of the form's field that people neither see nor reach; what fills it in is a script. */
export const HONEYPOT_FIELD = 'reference';

/** Less time between opening the form and sending it is a script's, in milliseconds; the form waits that long. */
export const MIN_ELAPSED_MS = 2000;
