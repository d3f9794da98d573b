import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Transporter } from 'nodemailer';
import type { Config } from '../configuration/config.ts';

/** A mail with both parts, so that every mail client can show it. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

type MailSettings = Pick<Config['mail'], 'smtpUrl' | 'from' | 'outboxDir'>;

export interface Mailer {
  /** Resolves once the SMTP server has accepted the mail or its file is written. Rejects otherwise. */
  send(mail: Mail): Promise<void>;
  /** Resolves when a mail could be handed over now, without sending one. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** Loaded with the first mail. Without it a server starts sooner and needs 8 MB less. */
const library = () => import('nodemailer');

// A caller may wait for the answer, so a silent server is given up soon.
const timeoutsMs = { connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };
// Autoresponders ignore mails that no person wrote (RFC 3834).
const marks = { headers: { 'Auto-Submitted': 'auto-generated' } };
// A template is text, never a file to attach or an address to fetch.
const confined = { disableFileAccess: true, disableUrlAccess: true };

/** Sends by SMTP where a server is configured, otherwise writes files. `report` receives the path of each file. */
export const createMailer = (settings: MailSettings, report: (path: string) => void = () => {}): Mailer =>
  settings.smtpUrl === null ? outboxMailer(settings, report) : smtpMailer(settings.smtpUrl, settings);

function smtpMailer(url: string, { from }: MailSettings): Mailer {
  let transport: Transporter | null = null;
  const connect = async () =>
    (transport ??= (await library()).createTransport({ url, ...timeoutsMs, ...confined }));
  return {
    send: async (mail) => void (await (await connect()).sendMail({ from, ...marks, ...mail })),
    check: async () => void (await (await connect()).verify()),
    close: async () => transport?.close(),
  };
}

function outboxMailer({ from, outboxDir }: MailSettings, report: (path: string) => void): Mailer {
  const prepare = async () => {
    await mkdir(outboxDir, { recursive: true, mode: 0o700 });
    await chmod(outboxDir, 0o700);
  };
  return {
    async send(mail) {
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
      // Renamed once complete, so that a reader of the folder never finds half a mail.
      await writeFile(`${path}.part`, message as Uint8Array, { mode: 0o600 });
      await rename(`${path}.part`, path);
      report(path);
    },
    check: prepare,
    close: async () => {},
  };
}
