import type { MailHeaders } from './mailer.ts';

/** What a claimed mail tells of its conversation, as `private.mail_thread` in the migrations answers it. */
export interface ThreadOrder {
  /** What stands before the @ of its Message-ID: the same at every try. A mail of no conversation has none. */
  readonly message_key?: string;
  /** The keys of the mails that were sent before it in the same conversation, the oldest first, at most ten. */
  readonly earlier?: readonly string[];
  /** Who answers for the application: the assignee, where there is one. */
  readonly reply_to?: string;
}

export interface Sender {
  /** What stands after the @ of a Message-ID. */
  readonly host: string;
  /** Where answers go that no assignee takes; null: to the sender. */
  readonly replyTo: string | null;
}

/**
 * The headers of a mail to a person that make it part of one conversation (RFC 5322 3.6.4). `isAutomatic`: no person wrote
 * it, so machines that answer mails should not (RFC 3834).
 */
export function mailHeaders(
  order: ThreadOrder,
  { host, replyTo }: Sender,
  isAutomatic: boolean,
): MailHeaders {
  const idOf = (key: string) => `<${key}@${host}>`;
  const earlier = (order.earlier ?? []).map(idOf);
  const latest = earlier.at(-1);
  const answersTo = order.reply_to ?? replyTo;
  return {
    ...(order.message_key !== undefined && { messageId: idOf(order.message_key) }),
    ...(latest !== undefined && { inReplyTo: latest, references: earlier }),
    ...(answersTo !== null && { replyTo: answersTo }),
    ...(isAutomatic && { headers: { 'Auto-Submitted': 'auto-generated' } }),
  };
}
