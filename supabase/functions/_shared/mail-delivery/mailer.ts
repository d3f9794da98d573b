import { appendFile, chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { Mail } from '../mails/mail.ts';

export interface MailSettings {
  /** `smtp://` or `smtps://` with credentials. Null captures mails in files. */
  readonly smtpUrl: string | null;
  /** The sender, as a From header has it. */
  readonly from: string;
  /** The number of connections kept for the next mails. */
  readonly connections: number;
  /** The folder of captured mails, each as one `.eml` file. */
  readonly outboxDir: string;
}

export interface Mailer {
  /**
   * Resolves only after the SMTP server accepted the mail or its file is written. Rejects otherwise. `id` is that of
   * the mail's row, which a header of its file names, so that the file is removed with the row.
   */
  send(mail: Mail, id?: string): Promise<void>;
  /** Resolves when a mail could be handed over now, without sending one. */
  check(): Promise<void>;
}

/** Loaded with the first mail. A server that sends none saves 8 MB and starts sooner. */
const library = () => import('nodemailer');

// A visitor waits for the answer: give up on a silent server long before they do.
const timeoutsMs = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
// Autoresponders ignore mails that no person wrote (RFC 3834). mail-headers.ts marks the others.
const marks = { headers: { 'Auto-Submitted': 'auto-generated' } };
// A mail contains only our own text, never a file or an address to fetch.
const confined = { disableFileAccess: true, disableUrlAccess: true };

/** The first line of a captured mail that has a row. The id opens the mail's link, so it is not part of a file name. */
const ROW_HEADER = 'X-Mail-Row';

/** Creates the mailer, SMTP if a server is given, otherwise capture. `report` gets the path of each captured mail. */
export function createMailer(settings: MailSettings, report: (path: string) => void = () => {}): Mailer {
  return settings.smtpUrl === null ? captureMailer(settings, report) : smtpMailer(settings.smtpUrl, settings);
}

// An idle connection is closed before the mail server would. One that the server closed is replaced.
const keeping = { pool: true, maxMessages: 100, maxRequeues: 1, idleTimeout: 5_000 } as const;

function smtpMailer(url: string, { from, connections: maxConnections }: MailSettings): Mailer {
  let transport: Transporter | undefined;
  const connect = async () => {
    const { createTransport } = await library();
    return (transport ??= createTransport({ url, ...timeoutsMs, ...confined, ...keeping, maxConnections }));
  };
  return {
    send: async (mail) => void (await (await connect()).sendMail({ from, ...marks, ...mail })),
    check: async () => void (await (await connect()).verify()),
  };
}

function captureMailer({ from, outboxDir }: MailSettings, report: (path: string) => void): Mailer {
  const prepare = async () => {
    await mkdir(outboxDir, { recursive: true, mode: 0o700 });
    await chmod(outboxDir, 0o700);
  };
  return {
    async send(mail, id) {
      const { createTransport } = await library();
      const transport = createTransport({
        streamTransport: true,
        buffer: true,
        newline: 'windows',
        ...confined,
      });
      const { message } = await transport.sendMail({ from, ...marks, ...mail });
      await prepare();
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${crypto.randomUUID().slice(0, 8)}.eml`;
      const path = join(outboxDir, name);
      // Renamed into place, so that a reader of the folder never finds half a mail.
      const row = id ? `${ROW_HEADER}: ${id}\r\n` : '';
      await writeFile(`${path}.part`, row, { mode: 0o600 });
      await appendFile(`${path}.part`, message as Uint8Array);
      await rename(`${path}.part`, path);
      report(path);
    },
    check: prepare,
  };
}
