import { CONFIRMATION_PERIOD, LAB_NAME } from '../contract/lab.ts';
import { plural } from '../contract/plural.ts';
import { greeting } from './greeting.ts';
import { letter } from './letter.ts';
import type { Mail } from './mail.ts';

/** The content of the confirmation mail. Its link carries `secret`. */
export interface ConfirmationOrder {
  readonly secret: string;
  readonly name: string;
  readonly email: string;
  /** Within how many days the lab promises an answer. */
  readonly answer_days: number | null;
}

/** The mail that asks an applicant to confirm their address. `siteUrl` is the public origin. */
export function confirmationMail(order: ConfirmationOrder, siteUrl: string): Mail {
  const days = order.answer_days;
  const promise = days === null ? '' : ` within ${plural(days, 'day')}`;
  const parts = {
    to: order.email,
    subject: `Confirm your application to ${LAB_NAME}`,
    hello: greeting(order.name),
    text: `Thank you for applying to ${LAB_NAME}. Please confirm that this is your email address:`,
    url: `${siteUrl}/confirm-email?application_id=${order.secret}`,
    press: 'Confirm my email address',
    ending: `Please confirm within ${CONFIRMATION_PERIOD}. Once you have, we read your application and get back to you${promise}. If you did not apply, ignore this email, and you will not hear from us again.`,
  };
  return letter(parts, siteUrl, true);
}
