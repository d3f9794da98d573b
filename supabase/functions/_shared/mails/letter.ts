import { PRIVACY_LABEL, privacyLine, privacyUrl } from '../contract/closing-lines.ts';
import type { Mail } from './mail.ts';
import { escapeHtml, mailButton, mailLink, mailPage } from './html.ts';

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

/** Renders a letter. `showsUrl` repeats the button's address for readers without buttons. */
export function letter(
  { to, subject, hello, text, url, press, ending }: Letter,
  siteUrl: string,
  showsUrl: boolean,
): Mail {
  const address = escapeHtml(url);
  const shown = `<p style="font-size:14px">Or open this address: <a href="${address}" style="color:inherit">${address}</a></p>`;
  const parts = [
    `<p>${escapeHtml(hello)}</p>`,
    `<p>${escapeHtml(text)}</p>`,
    mailButton(url, press),
    ...(showsUrl ? [shown] : []),
    `<p>${escapeHtml(ending)}</p>`,
    mailLink(privacyUrl(siteUrl), PRIVACY_LABEL),
  ];
  return {
    to,
    subject,
    text: `${hello}\n\n${text}\n\n${url}\n\n${ending}\n\nSolostead\n\n${privacyLine(siteUrl)}\n`,
    html: mailPage(subject, parts.join('\n')),
  };
}
