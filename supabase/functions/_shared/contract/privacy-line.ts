/** What the last line of a mail to an applicant is called: it leads to where the site says what is kept of them. */
export const PRIVACY_LABEL = 'How we handle your data';

/** `siteUrl` is the public origin, without a trailing slash. */
export const privacyUrl = (siteUrl: string): string => `${siteUrl}/privacy`;

/** The last line of a mail to an applicant, in the mail and in its preview. */
export const privacyLine = (siteUrl: string): string => `${PRIVACY_LABEL}: ${privacyUrl(siteUrl)}`;
