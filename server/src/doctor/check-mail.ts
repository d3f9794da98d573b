import type { Config } from '../config.ts';
import { createMailer } from '../mail/mailer.ts';
import { commandLine } from '../process/command-line.ts';
import { type Finding, fine, wrong } from './finding.ts';

/** Reaches the mail server and signs in there; sends a mail too when an address is given. */
export async function checkMail(
  { mail: config, productName }: Config,
  address: string | null,
): Promise<Finding> {
  const mailer = createMailer(config);
  const where = config.smtpUrl ? `the server ${new URL(config.smtpUrl).host}` : config.outboxDir;
  try {
    await mailer.check();
    if (!address)
      return fine('mail', `${where} takes mail; ${commandLine('doctor --mail ADDRESS')} sends one`);
    const text = `This mail shows that mail from ${productName} arrives.`;
    await mailer.send({
      to: address,
      subject: `Mail from ${productName} arrives`,
      text,
      html: `<p>${text}</p>`,
    });
    return fine('mail', `${where} took a mail to ${address}: look whether it arrives`);
  } catch (error) {
    return wrong(
      'mail',
      `${where} does not take mail (${(error as Error).message}): check SMTP_URL and MAIL_FROM.`,
    );
  } finally {
    await mailer.close();
  }
}
