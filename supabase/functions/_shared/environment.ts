import process from 'node:process';
import type { MailSettings } from './mailer.ts';

/** A variable that both backends set for every function. */
export function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set for this function.`);
  return value;
}

/** The public origin, without a trailing slash; the base of links in mails. */
export function siteUrl(): string {
  return variable('SITE_URL').replace(/\/+$/, '');
}

/** Who hears of each confirmed application; null: nobody. */
export function labAddress(): string | null {
  return process.env['MAIL_TO_LAB'] || null;
}

export function mailSettings(): MailSettings {
  const smtpUrl = process.env['SMTP_URL'] || null;
  return {
    smtpUrl,
    from: variable('MAIL_FROM'),
    outboxDir: smtpUrl === null ? variable('MAIL_OUTBOX') : '',
  };
}
