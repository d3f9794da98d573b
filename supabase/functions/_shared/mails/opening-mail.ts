import { CONFIRMATION_PERIOD, LAB_NAME } from '../contract/lab.ts';
import { letter, type Letter } from './letter.ts';
import type { Mail } from './mail.ts';

type Words = Omit<Letter, 'to' | 'hello'>;

/** A mail about the opening of applications. The confirmation's link carries `secret`. */
export interface OpeningOrder {
  readonly kind: 'opening_confirmation' | 'opening';
  readonly email: string;
  readonly secret: string | null;
}

/** The mail that asks to confirm the address, or the one that announces the opening. `siteUrl` is the public origin. */
export function openingMail(order: OpeningOrder, siteUrl: string): Mail {
  const words = order.secret === null ? announcementWords(siteUrl) : requestWords(siteUrl, order.secret);
  return letter({ ...words, to: order.email, hello: 'Hello,' }, siteUrl, true);
}

function requestWords(siteUrl: string, secret: string): Words {
  return {
    subject: `Confirm that we may email you when ${LAB_NAME} opens`,
    text: `You asked us to email you when applications to ${LAB_NAME} open again. Please confirm your address:`,
    url: `${siteUrl}/opening?request=${secret}`,
    press: 'Yes, email me',
    ending: `We then email you once, when applications open, and delete the address. If this was not you, ignore this email. Without a confirmation the address is deleted after ${CONFIRMATION_PERIOD}.`,
  };
}

function announcementWords(siteUrl: string): Words {
  return {
    subject: `Applications to ${LAB_NAME} are open`,
    text: `Applications to ${LAB_NAME} are open again.`,
    url: `${siteUrl}/?join`,
    press: 'Apply',
    ending: 'This is the one email you asked for. Your address is now deleted.',
  };
}
