/** Nothing reached the server. */
export const OFFLINE = 'No connection. Nothing was sent.';

/** No address was given to send a link to. */
export const noAddress = { title: 'No link sent', text: 'Please enter your email.', tone: 'danger' } as const;
