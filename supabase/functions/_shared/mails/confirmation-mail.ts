import { greeting } from './greeting.ts';
import { escapeHtml, mailButton, mailPage } from './html.ts';
import type { Mail } from '../mail-delivery/mailer.ts';
import { privacyLine } from '../contract/closing-lines.ts';
import { privacyHtml } from './privacy-link.ts';

/** The content of the confirmation mail. `id` is the mail's random id, which its link carries. */
export interface ConfirmationOrder {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  /** Within how many days the lab promises an answer. */
  readonly answer_days: number | null;
}

/** The mail that asks an applicant to confirm their address. `siteUrl` is the public origin. */
export function confirmationMail(order: ConfirmationOrder, siteUrl: string): Mail {
  const hello = greeting(order.name);
  const url = `${siteUrl}/confirm-email?application_id=${order.id}`;
  const subject = 'Confirm your application to Solostead';
  const thanks = 'Thank you for applying to Solostead. Please confirm that this is your email address:';
  const days = order.answer_days;
  const promise = days === null ? '' : ` within ${days === 1 ? 'one day' : `${days} days`}`;
  const ending = `Please confirm within seven days; after that you would have to apply again. Then we read your application and get back to you${promise}. If you did not apply, ignore this email and nothing more will come.`;
  return {
    to: order.email,
    subject,
    text: `${hello}\n\n${thanks}\n\n${url}\n\n${ending}\n\nSolostead\n\n${privacyLine(siteUrl)}\n`,
    html: mailPage(
      subject,
      `<p>${escapeHtml(hello)}</p>
<p>${thanks}</p>
${mailButton(url, 'Confirm my email address')}
<p style="font-size:14px">Or open this address: <a href="${escapeHtml(url)}" style="color:inherit">${escapeHtml(url)}</a></p>
<p>${escapeHtml(ending)}</p>
${privacyHtml(siteUrl)}`,
    ),
  };
}
