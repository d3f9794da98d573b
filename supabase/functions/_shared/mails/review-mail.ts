import { closingLinks } from '../contract/closing-lines.ts';
import { escapeHtml } from './html.ts';
import { layOut } from './layout.ts';
import type { Mail } from './mail.ts';

/** A mail with a move in the review. The database has filled in and checked its words. */
export interface ReviewOrder {
  readonly email: string;
  readonly subject: string;
  readonly body: string;
  /** The secret of a new link to the applicant's page, absent where the e-mail is not confirmed. */
  readonly secret?: string;
}

/**
 * The reviewer's mail to one applicant, as text and as plain HTML. Empty lines separate paragraphs. `siteUrl` is the
 * public origin, `page` the address of the applicant's page, null where the e-mail is not confirmed.
 */
export function reviewMail(
  { email, subject, body }: ReviewOrder,
  siteUrl: string,
  page: string | null,
): Mail {
  const paragraphs = body.split(/\n{2,}/);
  return layOut({
    to: email,
    subject,
    // The greeting adds nothing.
    preheader: paragraphs[1] ?? body,
    parts: paragraphs.map((text) => ({
      text,
      html: `<p dir="auto" style="white-space:pre-line">${withLinks(text)}</p>`,
    })),
    links: closingLinks(siteUrl, page),
  });
}

// Punctuation at the end of a sentence is not part of an address.
const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)]/g;

/** Text as HTML whose addresses, as that for booking a time, can be followed. */
function withLinks(text: string): string {
  let at = 0;
  let html = '';
  for (const { 0: url, index } of text.matchAll(ADDRESS)) {
    const written = escapeHtml(url);
    html += `${escapeHtml(text.slice(at, index))}<a href="${written}">${written}</a>`;
    at = index + url.length;
  }
  return html + escapeHtml(text.slice(at));
}
