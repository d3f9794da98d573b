import { escapeHtml } from './html.ts';

const LABEL = 'How we handle your data';

const privacyUrl = (siteUrl: string) => `${siteUrl}/privacy`;

/** The last line of a mail to an applicant: where the site says what is kept of them. */
export const privacyText = (siteUrl: string): string => `${LABEL}: ${privacyUrl(siteUrl)}`;

/** The same as HTML. */
export const privacyHtml = (siteUrl: string): string =>
  `<p style="font-size:14px"><a href="${escapeHtml(privacyUrl(siteUrl))}" style="color:inherit">${LABEL}</a></p>`;
