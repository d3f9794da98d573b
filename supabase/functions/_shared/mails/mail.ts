/** Optional headers of a mail, with the mailer library's names. */
export interface MailHeaders {
  /** With its angle brackets, as those that follow. */
  readonly messageId?: string;
  readonly inReplyTo?: string;
  readonly references?: string[];
  readonly replyTo?: string;
  readonly headers?: Record<string, string>;
}

/** A mail. Both parts are required so that every reader can show it. */
export interface Mail extends MailHeaders {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}
