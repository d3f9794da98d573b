import { escapeHtml, mailButton, mailPage } from './html.ts';
import type { Mail } from '../mail-delivery/mailer.ts';
import { privacyLine } from '../contract/closing-lines.ts';
import { privacyHtml } from './privacy-link.ts';

/** A mail about the opening of applications. The confirmation's link carries `id`. */
export interface OpeningOrder {
  readonly id: string;
  readonly kind: 'opening_confirmation' | 'opening';
  readonly email: string;
}

/**
 * The mail that asks to confirm the address, or the one that announces the opening. `siteUrl` is the public origin.
 */
export function openingMail(order: OpeningOrder, siteUrl: string): Mail {
  const words = order.kind === 'opening' ? telling(siteUrl) : asking(siteUrl, order.id);
  return mail(order.email, siteUrl, words);
}

function asking(siteUrl: string, id: string): Words {
  return {
    subject: 'Confirm: tell me when Solostead opens',
    text: 'This address was left with us, to be told when applications to Solostead open again. Please confirm that it is yours:',
    url: `${siteUrl}/opening?request=${id}`,
    press: 'Yes, tell me',
    ending:
      'We then write to you once, when applications open, and forget the address. If it was not you, ignore this email: without the confirmation the address is deleted after seven days.',
  };
}

function telling(siteUrl: string): Words {
  return {
    subject: 'Applications to Solostead are open',
    text: 'You asked to be told: applications to Solostead are open again.',
    url: `${siteUrl}/?join`,
    press: 'Apply',
    ending: 'This is the one email you asked for. Your address is now deleted.',
  };
}

interface Words {
  readonly subject: string;
  readonly text: string;
  readonly url: string;
  readonly press: string;
  readonly ending: string;
}

function mail(to: string, siteUrl: string, { subject, text, url, press, ending }: Words): Mail {
  return {
    to,
    subject,
    text: `Hello,\n\n${text}\n\n${url}\n\n${ending}\n\nSolostead\n\n${privacyLine(siteUrl)}\n`,
    html: mailPage(
      subject,
      `<p>Hello,</p>
<p>${escapeHtml(text)}</p>
${mailButton(url, press)}
<p style="font-size:14px">Or open this address: <a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(url)}</a></p>
<p>${escapeHtml(ending)}</p>
${privacyHtml(siteUrl)}`,
    ),
  };
}
