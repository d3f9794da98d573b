import { type ClosingLink, closingLines, POSTAL_LINE } from '../contract/closing-lines.ts';
import { escapeHtml, mailButton, mailPage } from './html.ts';
import type { Mail } from './mail.ts';

/** A part of a mail, as text and as HTML. */
export interface Part {
  readonly text: string;
  readonly html: string;
}

/** Everything that one mail says. */
export interface Sheet {
  readonly to: string;
  readonly subject: string;
  /** The text that mailboxes show after the subject. It adds to the subject what the reader needs to know. */
  readonly preheader: string;
  readonly parts: readonly Part[];
  readonly links: readonly ClosingLink[];
}

/** A paragraph of text. */
export const paragraph = (text: string): Part => ({ text, html: `<p>${escapeHtml(text)}</p>` });

/** A button, which text shows as its label with the address. */
export const button = (url: string, label: string): Part => ({
  text: `${label}: ${url}`,
  html: mailButton(url, label),
});

/** Lays out any mail of the lab: its parts, then the links and the postal address. */
export function layOut({ to, subject, preheader, parts, links }: Sheet): Mail {
  const closing = links
    .map(([label, url]) => `<p><a href="${escapeHtml(url)}">${escapeHtml(label)}</a></p>`)
    .concat(`<p>${escapeHtml(POSTAL_LINE)}</p>`);
  const body = [...parts.map(({ html }) => html), `<div class="closing">`, ...closing, '</div>'];
  const text = [...parts.map((part) => part.text).filter(Boolean), closingLines(links)];
  return {
    to,
    subject,
    text: `${text.join('\n\n')}\n`,
    html: mailPage(subject, body.join('\n'), preheader),
  };
}
