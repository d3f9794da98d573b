import { spellDay, spellMoment } from '../contract/day.ts';
import { greeting } from './greeting.ts';
import { button, layOut, paragraph } from './layout.ts';
import { letter, type Letter } from './letter.ts';
import type { Mail } from './mail.ts';
import { pageUrl } from '../contract/closing-lines.ts';
import type { ReviewOrder } from './review-mail.ts';

/** The topic of a mail about the applicant's page, as in `mails.topic`, without the mail to an assignee. */
export type Topic =
  | 'confirmed'
  | 'new_link'
  | 'next_step'
  | 'applied_again'
  | 'withdrawn'
  | 'erasing'
  | 'erasure_undone';

/** A mail that leads to the applicant's page by a new link. Times are ISO 8601. */
export interface LinkOrder {
  readonly topic: Topic;
  readonly name: string;
  readonly email: string;
  readonly secret: string;
  /** The promised answer date, null once the applicant has an answer. */
  readonly answer_by: string | null;
  /** The time at which the application will be erased, if it was asked for. */
  readonly erasing_at?: string;
  /** The time from which the applicant may apply again, if the application is over, and true if that has come. */
  readonly apply_again_from?: string;
  readonly can_apply_again?: boolean;
}

/** A mail about the applicant's page, to the applicant, or to the assignee at the address `to`. */
export type ApplicantOrder =
  | LinkOrder
  | { readonly topic: 'corrected'; readonly to: string; readonly application_id: string }
  /** A reviewer asks for evidence, in the lab's words. */
  | (ReviewOrder & { readonly topic: 'evidence' });

type Words = Pick<Letter, 'subject' | 'text' | 'ending'> & { readonly press?: string };

const KEEP =
  'Please keep this email to yourself. Anyone who has the link can change or erase your application.';
const FRESH =
  'Once you open this link, the links in our earlier emails no longer work. If you did not ask for it, you can ignore this email.';

const received = (what: string, answerBy: string | null): string =>
  `Thank you. We’ve received your application${what}${answerBy ? ` and will answer by ${spellDay(answerBy)}` : ''}.`;

/** The next step of an applicant who asked for it by address, which fits the state of the application. */
function nextStep({ apply_again_from: from, can_apply_again: canApply }: LinkOrder): Words {
  if (!from)
    return {
      subject: 'You have applied: here is your page',
      text: `You have applied with this address. Your page shows where your application stands. ${FRESH}`,
      ending: KEEP,
    };
  if (canApply)
    return {
      subject: 'You can apply again',
      text: `Your last application is closed, and you can apply again. What you sent is still on your page, so one press is enough. ${FRESH}`,
      ending: KEEP,
      press: 'Apply again',
    };
  return {
    subject: `You can apply again from ${spellDay(from)}`,
    text: `We answered your last application. From ${spellDay(from)} you can apply again on your page. ${FRESH}`,
    ending: KEEP,
  };
}

const words: Readonly<Record<Topic, (order: LinkOrder) => Words>> = {
  confirmed: ({ answer_by }) => ({
    subject: 'Your email is confirmed',
    text: `${received('', answer_by)} Your page shows where it stands. There you can also correct it, show us one thing you shipped, withdraw it or have it erased.`,
    ending: KEEP,
  }),
  new_link: () => ({
    subject: 'A new link to your application',
    text: `Here is the new link to your application. ${FRESH}`,
    ending: KEEP,
  }),
  next_step: nextStep,
  applied_again: ({ answer_by }) => ({
    subject: 'You have applied again',
    text: `${received(' again', answer_by)} Our notes and ratings of the earlier one do not count for it.`,
    ending: KEEP,
  }),
  withdrawn: () => ({
    subject: 'Your application is withdrawn',
    text: 'You withdrew your application, and we’re no longer considering it. Your page still shows what you sent, and if you change your mind, you can apply again there.',
    ending:
      'If that was not you, someone has one of your links: ask for a new one on the page, which ends all others, and write to us.',
  }),
  erasing: ({ erasing_at }) => ({
    subject: 'Your application is being erased',
    text: `You asked us to erase your application. We no longer see it, and on ${spellMoment(erasing_at!)} we erase it and everything that belongs to it. Until then you can keep it.`,
    ending:
      'If that was you, there is nothing to do. If not, someone has one of your links: keep the application, then ask for a new link on its page, which ends all others.',
    press: 'Keep my application',
  }),
  erasure_undone: () => ({
    subject: 'Nothing was erased',
    text: 'The erasure of your application was cancelled. Nothing was erased, and your application is unchanged.',
    ending: KEEP,
  }),
};

/** A mail that leads an applicant to their page. */
export function applicantMail(order: LinkOrder, siteUrl: string): Mail {
  const { name, email, secret, topic } = order;
  const url = pageUrl(siteUrl, secret);
  const parts = { press: 'Open my application', ...words[topic](order) };
  return letter({ ...parts, to: email, hello: greeting(name), url }, siteUrl, false);
}

/** The mail that notifies an assignee of a correction. It contains nothing that the applicant wrote. */
export function correctionMail(to: string, applicationId: string, siteUrl: string): Mail {
  const text =
    'An application that is assigned to you and has a score was corrected by its applicant. Its history shows the old and the new answers.';
  return layOut({
    to,
    subject: 'An applicant corrected their application',
    preheader: text,
    parts: [paragraph(text), button(`${siteUrl}/admin?open=${applicationId}`, 'Open the application')],
    links: [],
  });
}
