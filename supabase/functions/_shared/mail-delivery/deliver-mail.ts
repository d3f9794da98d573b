import { type ApplicantMailDetails, applicantMail, correctionMail } from '../mails/applicant-mail.ts';
import { pageUrl } from '../contract/closing-lines.ts';
import { callProcedure } from '../call-procedure.ts';
import { confirmationMail, type ConfirmationOrder } from '../mails/confirmation-mail.ts';
import { labAddress, replyAddress, siteUrl } from '../environment.ts';
import { labMail, type LabOrder } from '../mails/lab-mail.ts';
import { asksForLess, type Blame, blame, failureCode, recipientRefusal } from './mail-failure.ts';
import { mailHeaders, type ThreadOrder } from './mail-headers.ts';
import type { Mail, Mailer } from './mailer.ts';
import { memberMail, type MemberOrder } from '../mails/member-mail.ts';
import { openingMail, type OpeningOrder } from '../mails/opening-mail.ts';
import { promisedDays } from '../mails/promised-days.ts';
import { reviewMail, type ReviewOrder } from '../mails/review-mail.ts';

/** One claimed mail, as `private.mail_order`, `claim_opening_mails` or `private.member_order` in the migrations tells it. */
export type MailOrder =
  | (OpeningOrder & Pick<ThreadOrder, 'message_key'>)
  | (MemberOrder & ThreadOrder)
  | ((ConfirmationOrder & LabOrder & ThreadOrder) &
      (
        | { readonly kind: 'confirmation' | 'lab' | 'applicant' }
        | (ReviewOrder & { readonly kind: 'review' })
      ));

const isOfOpening = (order: MailOrder): order is OpeningOrder =>
  order.kind === 'opening' || order.kind === 'opening_confirmation';

const isToMember = (order: MailOrder): order is MemberOrder & ThreadOrder =>
  order.kind === 'digest' || order.kind === 'notices';

/** The database function that hears how a mail of this kind went. */
export const finisherOf = (order: MailOrder) =>
  isOfOpening(order) ? 'finish_opening_mail' : isToMember(order) ? 'finish_member_mail' : 'finish_mail';

/**
 * Sends a mail that this caller has claimed. True: it was sent, which the caller records; false: it is not wanted any more.
 * A failure is recorded here, then it rejects with what the mail server said.
 */
export async function deliverMail(mailer: Mailer, order: MailOrder): Promise<boolean> {
  const mail = await compose(order);
  if (mail === null) {
    await callProcedure('finish_mail', { mail_id: order.id, unwanted: true });
    return false;
  }
  try {
    await mailer.send(mail, order.id);
    return true;
  } catch (error) {
    await recordFailure(mailer, order, mail, error);
    throw error;
  }
}

/** Notes a failure: an address that is refused for good is marked, all else is tried again. */
async function recordFailure(mailer: Mailer, order: MailOrder, mail: Mail, error: unknown): Promise<void> {
  const outcome = { mail_id: order.id, failure: `${failureCode(error)}: ${String(error)}`.slice(0, 500) };
  if (asksForLess(error)) return callProcedure('slow_mails_down', outcome);
  const reason = isOfOpening(order) || isToMember(order) ? null : recipientRefusal(error);
  if (reason !== null) return callProcedure('refuse_mail', { ...outcome, email: mail.to, reason });
  await callProcedure(finisherOf(order), { ...outcome, server_up: await isUp(mailer, error, mail) });
}

/** Whether mails can be sent at all after this failure of one; null when that cannot be told. */
async function isUp(mailer: Mailer, error: unknown, mail: Mail): Promise<boolean | null> {
  const known: Record<Blame, boolean | null> = { server: false, mail: true, unknown: null };
  const answer = known[blame(error, mail.to)];
  if (answer !== null) return answer;
  return mailer.check().then(
    () => true,
    () => false,
  );
}

async function compose(order: MailOrder): Promise<Mail | null> {
  const mail = await wordsOf(order);
  if (mail === null) return null;
  // The lab answers no mail of its own.
  const isOwn = order.kind === 'lab' || isToMember(order);
  const sender = { host: new URL(siteUrl()).hostname, replyTo: isOwn ? null : replyAddress() };
  return { ...mail, ...mailHeaders(order, sender, order.kind !== 'review') };
}

async function wordsOf(order: MailOrder): Promise<Mail | null> {
  if (isOfOpening(order)) return openingMail(order, siteUrl());
  if (isToMember(order)) return memberMail(order, siteUrl());
  if (order.kind === 'confirmation') return confirmationMail(order, siteUrl(), await promisedDays());
  if (order.kind === 'lab') {
    const lab = labAddress();
    return lab === null ? null : labMail(order, lab, siteUrl());
  }
  const details = await callProcedure<ApplicantMailDetails | null>('applicant_mail', { mail_id: order.id });
  // Erased since it was claimed.
  if (details === null) return null;
  if (order.kind === 'review')
    return reviewMail(order, siteUrl(), details.secret ? pageUrl(siteUrl(), details.secret) : null);
  return composeApplicantMail(order, details);
}

function composeApplicantMail(order: ConfirmationOrder, details: ApplicantMailDetails): Mail | null {
  const { topic, secret, answer_by, to, application_id } = details;
  if (topic === 'corrected')
    return to && application_id ? correctionMail(to, application_id, siteUrl()) : null;
  if (!topic || !secret || !answer_by) return null;
  return applicantMail(order, { topic, secret, answer_by }, siteUrl());
}
