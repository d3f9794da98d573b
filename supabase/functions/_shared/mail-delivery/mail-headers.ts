import type { MailHeaders } from '../mails/mail.ts';

/** The conversation of a claimed mail, as `private.message_thread` in the migrations returns it. */
export interface ThreadOrder {
  /** The part of its Message-ID before the @, the same at each retry. */
  readonly id: string;
  /** The ids of the mails that were sent before it in the same conversation, the oldest first, at most ten. */
  readonly earlier?: readonly string[];
  /** The assignee's address, if there is one. */
  readonly reply_to?: string;
}

export interface Sender {
  /** The part of a Message-ID after the @. */
  readonly host: string;
  /** The Reply-To without an assignee, or null for the sender. */
  readonly replyTo: string | null;
}

/**
 * Returns the headers that make a mail part of one conversation (RFC 5322 3.6.4). Autoresponders may answer one that a
 * person wrote, for which `isAutomatic` is false (RFC 3834).
 */
export function mailHeaders(
  order: ThreadOrder,
  { host, replyTo }: Sender,
  isAutomatic: boolean,
): MailHeaders {
  const idOf = (id: string) => `<${id}@${host}>`;
  const earlier = (order.earlier ?? []).map(idOf);
  const latest = earlier.at(-1);
  const answersTo = order.reply_to ?? replyTo;
  return {
    messageId: idOf(order.id),
    ...(latest !== undefined && { inReplyTo: latest, references: earlier }),
    ...(answersTo !== null && { replyTo: answersTo }),
    ...(!isAutomatic && { headers: { 'Auto-Submitted': 'no' } }),
  };
}
