import { PRIVACY_LABEL, privacyUrl } from '../contract/closing-lines.ts';
import { escapeHtml } from './html.ts';

/** The last line of a mail to an applicant as HTML. `privacyLine` is its text. */
export const privacyHtml = (siteUrl: string): string =>
  `<p style="font-size:14px"><a href="${escapeHtml(privacyUrl(siteUrl))}" style="color:inherit">${PRIVACY_LABEL}</a></p>`;
