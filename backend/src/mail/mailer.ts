/** A mail as the product words it; both parts are required so that every reader can read it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Resolves only after the SMTP server accepted the mail or the capture file is written; rejects otherwise. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
  close(): Promise<void>;
}
