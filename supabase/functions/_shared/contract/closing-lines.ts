/** The label of the last link in mails to applicants, which leads to the privacy page. */
export const PRIVACY_LABEL = 'How we handle your data';

/** The label of the link to the applicant's page. */
export const PAGE_LABEL = 'Your application';

/** `siteUrl` is the public origin, without a trailing slash. */
export const privacyUrl = (siteUrl: string): string => `${siteUrl}/privacy`;

/** The address of the applicant's page with a link's secret. */
export const pageUrl = (siteUrl: string, secret: string): string => `${siteUrl}/my-application?key=${secret}`;

/** The last line of a mail to an applicant, in the mail and in its preview. */
export const privacyLine = (siteUrl: string): string => `${PRIVACY_LABEL}: ${privacyUrl(siteUrl)}`;

/** The closing lines of a mail to an applicant. `page` is the address of their page, or null. */
export const closingLines = (siteUrl: string, page: string | null): string =>
  `${page === null ? '' : `${PAGE_LABEL}: ${page}\n`}${privacyLine(siteUrl)}`;
