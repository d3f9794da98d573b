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

/** A claim lasts two minutes: until shortly before, a mail that was sent can be noted, and then another sends it again. */
const recordingMs = 100_000;

/** Notes that a mail was sent, also behind the answer when the database is away: it may be back in time. */
async function recordSent(mailId: string): Promise<void> {
  const record = () => callProcedure<void>('finish_mail', { mail_id: mailId });
  try {
    await record();
  } catch {
    keepOn(recordUntil(record, Date.now() + recordingMs));
  }
}

async function recordUntil(record: () => Promise<void>, deadline: number): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    try {
      return await record();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

/** Both backends' runtimes keep a function for what it leaves to this; others go on while their process does. */
function keepOn(work: Promise<void>): void {
  const { EdgeRuntime } = globalThis as { EdgeRuntime?: { waitUntil(work: Promise<unknown>): void } };
  if (EdgeRuntime) EdgeRuntime.waitUntil(work);
  else work.catch((error: unknown) => console.error(`a mail was sent and not noted: ${String(error)}`));
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
