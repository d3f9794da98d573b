import { spellDay } from '../contract/day.ts';
import { greeting } from './greeting.ts';
import { button, layOut, paragraph } from './layout.ts';
import { letter, type Letter } from './letter.ts';
import type { Mail } from './mail.ts';
import { pageUrl } from '../contract/closing-lines.ts';
import type { ReviewOrder } from './review-mail.ts';

/** The topic of a mail about the applicant's page, as in `mails.topic`, without the mail to an assignee. */
export type Topic = 'confirmed' | 'new_link' | 'withdrawn' | 'erasing';

/** A mail that leads to the applicant's page by a new link. */
export interface LinkOrder {
  readonly topic: Topic;
  readonly name: string;
  readonly email: string;
  readonly secret: string;
  /** The promised answer date, ISO 8601. */
  readonly answer_by: string;
}

/** A mail about the applicant's page, to the applicant, or to the assignee at the address `to`. */
export type ApplicantOrder =
  | LinkOrder
  | { readonly topic: 'corrected'; readonly to: string; readonly application_id: string }
  /** A reviewer asks for evidence, in the lab's words. */
  | (ReviewOrder & { readonly topic: 'evidence' });

type Words = Pick<Letter, 'subject' | 'text' | 'ending'>;

const KEEP =
  'The link is yours alone: with it anyone may correct, withdraw or erase your application. Please do not forward this email.';

const words: Readonly<Record<Topic, (day: string) => Words>> = {
  confirmed: (day) => ({
    subject: 'Your email is confirmed',
    text: `Thank you. We have your application and answer it by ${day}. On your page you see where it stands, and you can correct it, show us one thing you shipped, withdraw it or have it erased.`,
    ending: KEEP,
  }),
  new_link: () => ({
    subject: 'A new link to your application',
    text: 'Here is the new link to your application. Once you open it, the links in our earlier emails no longer work. If you did not ask for it, you can ignore this email.',
    ending: KEEP,
  }),
  withdrawn: () => ({
    subject: 'Your application is withdrawn',
    text: 'Your application was withdrawn on its page, and we no longer consider it. You can still read and download what you sent.',
    ending:
      'If that was not you, someone has one of your links: ask for a new one on the page, which ends all others, and write to us.',
  }),
  erasing: () => ({
    subject: 'Your application is being erased',
    text: 'Someone asked on its page to erase your application. We erase it and everything that belongs to it in one minute. Until then you can undo that on the page. Afterwards this link no longer works, and we can no longer answer questions about it.',
    ending: 'If it was not you and the minute is over, you are welcome to apply again.',
  }),
};

/** A mail that leads an applicant to their page. */
export function applicantMail({ topic, name, email, secret, answer_by }: LinkOrder, siteUrl: string): Mail {
  const parts = words[topic](spellDay(answer_by));
  const url = pageUrl(siteUrl, secret);
  const press = 'Open my application';
  return letter({ ...parts, to: email, hello: greeting(name), url, press }, siteUrl, false);
}

/** The mail that notifies an assignee of a correction. It contains nothing that the applicant wrote. */
export function correctionMail(to: string, applicationId: string, siteUrl: string): Mail {
  const text =
    'An application that is assigned to you and has a score was corrected by its applicant. Its history shows the old and the new answers.';
  return layOut({
    to,
    subject: 'An applicant corrected their application',
    preheader: text,
    parts: [paragraph(text), button(`${siteUrl}/admin?open=${applicationId}`, 'Look at it')],
    links: [],
  });
}
