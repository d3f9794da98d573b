import { LAB_NAME } from '../contract/lab.ts';
import { privacyLink } from '../contract/closing-lines.ts';
import type { Mail } from './mail.ts';
import { escapeHtml } from './html.ts';
import { button, layOut, paragraph, type Part } from './layout.ts';

/** A mail to an applicant with one button. Every part is text. */
export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly hello: string;
  readonly text: string;
  readonly url: string;
  /** The label of the button. */
  readonly press: string;
  readonly ending: string;
}

/** Repeats a button's address for readers of HTML without buttons. */
function address(url: string): Part {
  const escaped = escapeHtml(url);
  const link = `<a href="${escaped}" style="color:inherit">${escaped}</a>`;
  return {
    text: '',
    html: `<p style="font-size:14px;overflow-wrap:anywhere">Or open this address: ${link}</p>`,
  };
}

/** Renders a letter, which the lab signs. `showsUrl` repeats the button's address. */
export function letter(
  { to, subject, hello, text, url, press, ending }: Letter,
  siteUrl: string,
  showsUrl: boolean,
): Mail {
  const parts = [
    paragraph(hello),
    paragraph(text),
    button(url, press),
    ...(showsUrl ? [address(url)] : []),
    paragraph(ending),
    paragraph(LAB_NAME),
  ];
  return layOut({ to, subject, preheader: text, parts, links: [privacyLink(siteUrl)] });
}
