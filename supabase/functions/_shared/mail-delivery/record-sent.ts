import { goOnBehind } from '../behind-answer.ts';
import { callProcedure } from '../call-procedure.ts';
import type { MailOrder } from './deliver-mail.ts';

/** A claim lasts two minutes. Shortly before its end, recording stops, and another sender repeats the mail. */
const RECORDING_MS = 100_000;
const PAUSE_MS = 500;

/** Records sent mails one by one with retries, because a database that is away may return in time. */
export function recordBehind(sent: readonly MailOrder[]): void {
  const deadline = Date.now() + RECORDING_MS;
  for (const order of sent) goOnBehind(recordUntil(order, deadline));
}

async function recordUntil(order: MailOrder, deadline: number): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    try {
      return await callProcedure<void>('finish_mail', { mail_id: order.id, server_up: true });
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
