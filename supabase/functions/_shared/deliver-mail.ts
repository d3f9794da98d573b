import { callProcedure } from './call-procedure.ts';
import { confirmationMail, type ConfirmationOrder } from './confirmation-mail.ts';
import { labAddress, siteUrl } from './environment.ts';
import { labMail, type LabOrder } from './lab-mail.ts';
import type { Mail, Mailer } from './mailer.ts';
import { reviewMail, type ReviewOrder } from './review-mail.ts';

/** One claimed mail, as `private.mail_order` in the migrations tells it. */
export type MailOrder = (ConfirmationOrder & LabOrder) &
  ({ readonly kind: 'confirmation' | 'lab' } | (ReviewOrder & { readonly kind: 'review' }));

/** Sends a mail that this caller has claimed and records how it went; rejects with what the mail server said. */
export async function deliverMail(mailer: Mailer, order: MailOrder): Promise<void> {
  const mail = compose(order);
  if (mail === null) return callProcedure('finish_mail', { mail_id: order.id, unwanted: true });
  try {
    await mailer.send(mail);
  } catch (error) {
    await callProcedure('finish_mail', { mail_id: order.id, failure: String(error).slice(0, 500) });
    throw error;
  }
  await recordSent(order.id);
}

/** How long a record is tried again; functions must have answered after 30 seconds. */
const recordingMs = 15_000;

/** What was sent must be known, or it is sent again when its claim is over: a database that restarts is waited for. */
async function recordSent(mailId: string): Promise<void> {
  for (const deadline = Date.now() + recordingMs; ;) {
    try {
      return await callProcedure('finish_mail', { mail_id: mailId });
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

function compose(order: MailOrder): Mail | null {
  if (order.kind === 'confirmation') return confirmationMail(order, siteUrl());
  if (order.kind === 'review') return reviewMail(order);
  const lab = labAddress();
  return lab === null ? null : labMail(order, lab, siteUrl());
}

/** A mail server's failure for the log: its codes only, for its words may hold an address. */
export function failureCode(error: unknown): string {
  const { name, code, responseCode } = error as { name?: string; code?: string; responseCode?: number };
  return [code ?? name ?? 'Error', responseCode].filter(Boolean).join(' ');
}
