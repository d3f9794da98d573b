import { applicantMail, type ApplicantOrder, correctionMail } from '../mails/applicant-mail.ts';
import { pageUrl } from '../contract/closing-lines.ts';
import { confirmationMail, type ConfirmationOrder } from '../mails/confirmation-mail.ts';
import {
  labAddress,
  mailPlaces,
  mailSettings,
  mailsPerSecond,
  replyAddress,
  siteUrl,
} from '../environment.ts';
import { labMail, type LabOrder } from '../mails/lab-mail.ts';
import {
  asksForLess,
  type Blame,
  blame,
  failureCode,
  recipientRefusal,
  storedWords,
} from './mail-failure.ts';
import { mailHeaders, type ThreadOrder } from './mail-headers.ts';
import { createMailer, type Mailer } from './mailer.ts';
import type { Channel, Claimed, Outcome } from '../outbox/message-delivery.ts';
import type { Mail } from '../mails/mail.ts';
import { memberMail, type MemberOrder } from '../mails/member-mail.ts';
import { openingMail, type OpeningOrder } from '../mails/opening-mail.ts';
import { reviewMail, type ReviewOrder } from '../mails/review-mail.ts';

/** One claimed mail with all that its words need, as `private.message_content` in the migrations answers it. */
export type MailOrder = Claimed &
  ThreadOrder &
  (
    | OpeningOrder
    | MemberOrder
    | (ConfirmationOrder & { readonly kind: 'confirmation' })
    | (LabOrder & { readonly kind: 'lab' })
    | (ReviewOrder & { readonly kind: 'review' })
    | (ApplicantOrder & { readonly kind: 'applicant' })
  );

const isOfOpening = (order: MailOrder) => order.kind === 'opening' || order.kind === 'opening_confirmation';

const isToMember = (order: MailOrder) => order.kind === 'digest' || order.kind === 'notices';

/** Returns the channel of mails, which keeps its own connections. */
export function mailChannel(): Channel<MailOrder> {
  const mailer = createMailer(mailSettings(), (path) => console.info(`mail captured: ${path}`));
  return {
    name: 'mail',
    places: mailPlaces(),
    perSecond: mailsPerSecond(),
    send: (order) => sendMail(mailer, order),
  };
}

async function sendMail(mailer: Mailer, order: MailOrder): Promise<Outcome> {
  const mail = compose(order);
  if (mail === null) return { id: order.id, unwanted: true };
  try {
    await mailer.send(mail, order.id);
    return { id: order.id, server_up: true };
  } catch (error) {
    console.error(`email not sent: ${failureCode(error)}`);
    return failureOf(mailer, order, mail, error);
  }
}

/** A permanently refused address is marked, everything else is retried. */
async function failureOf(mailer: Mailer, order: MailOrder, mail: Mail, error: unknown): Promise<Outcome> {
  const outcome = { id: order.id, failure: storedWords(`${failureCode(error)}: ${String(error)}`) };
  if (asksForLess(error)) return { ...outcome, slow: true };
  const reason = isOfOpening(order) || isToMember(order) ? null : recipientRefusal(error);
  if (reason !== null)
    return { ...outcome, server_up: true, refused: { email: mail.to, reason: storedWords(reason) } };
  return { ...outcome, server_up: await isUp(mailer, error, mail) };
}

/** Returns true if mails can be sent despite this failure, and null if that is unknown. */
async function isUp(mailer: Mailer, error: unknown, mail: Mail): Promise<boolean | null> {
  const known: Record<Blame, boolean | null> = { server: false, mail: true, unknown: null };
  const answer = known[blame(error, mail.to)];
  if (answer !== null) return answer;
  return mailer.check().then(
    () => true,
    () => false,
  );
}

function compose(order: MailOrder): Mail | null {
  const mail = wordsOf(order);
  if (mail === null) return null;
  // The lab does not answer its own mails.
  const isOwn = order.kind === 'lab' || isToMember(order);
  const sender = { host: new URL(siteUrl()).hostname, replyTo: isOwn ? null : replyAddress() };
  return { ...mail, ...mailHeaders(order, sender, !isFromReviewer(order)) };
}

const isFromReviewer = (order: MailOrder) =>
  order.kind === 'review' || (order.kind === 'applicant' && order.topic === 'evidence');

const fromReviewer = (order: ReviewOrder) =>
  reviewMail(order, siteUrl(), order.secret ? pageUrl(siteUrl(), order.secret) : null);

function wordsAboutPage(order: ApplicantOrder): Mail {
  if (order.topic === 'evidence') return fromReviewer(order);
  if (order.topic === 'corrected') return correctionMail(order.to, order.application_id, siteUrl());
  return applicantMail(order, siteUrl());
}

/** Null where the lab has no address for a mail to itself. */
function wordsOf(order: MailOrder): Mail | null {
  switch (order.kind) {
    case 'opening':
    case 'opening_confirmation':
      return openingMail(order, siteUrl());
    case 'digest':
    case 'notices':
      return memberMail(order, siteUrl());
    case 'confirmation':
      return confirmationMail(order, siteUrl());
    case 'review':
      return fromReviewer(order);
    case 'applicant':
      return wordsAboutPage(order);
    case 'lab': {
      const lab = labAddress();
      return lab === null ? null : labMail(order, lab, siteUrl());
    }
  }
}
