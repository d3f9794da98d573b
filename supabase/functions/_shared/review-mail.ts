import { escapeHtml, mailPage } from './html.ts';
import type { Mail } from './mailer.ts';
import { privacyHtml, privacyText } from './privacy-link.ts';

/** A mail that went with a move in the review; its words were filled in and checked by the database. */
export interface ReviewOrder {
  readonly email: string;
  readonly subject: string;
  readonly body: string;
}

const PAGE_LABEL = 'Your application';

/**
 * The reviewer's words to one applicant, as text and as plain HTML; paragraphs are parted by empty lines; `siteUrl` is the
 * public origin, `page` the address of the applicant's page, null where the e-mail is not confirmed.
 */
export function reviewMail(
  { email, subject, body }: ReviewOrder,
  siteUrl: string,
  page: string | null,
): Mail {
  const paragraphs = body
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="white-space:pre-line">${escapeHtml(paragraph)}</p>`);
  return {
    to: email,
    subject,
    text: `${body}\n\n${page === null ? '' : `${PAGE_LABEL}: ${page}\n`}${privacyText(siteUrl)}\n`,
    html: mailPage(
      subject,
      [...paragraphs, ...(page === null ? [] : [pageHtml(page)]), privacyHtml(siteUrl)].join('\n'),
    ),
  };
}

const pageHtml = (page: string) =>
  `<p style="font-size:14px"><a href="${escapeHtml(page)}" style="color:inherit">${PAGE_LABEL}</a></p>`;
