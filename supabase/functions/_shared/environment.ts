import process from 'node:process';
import type { MailSettings } from './mail-delivery/mailer.ts';

/** A variable that both backends set for every function. */
export function variable(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set for this function.`);
  return value;
}

/** Returns the address of the backend, on our own server that of this machine. */
export function backendUrl(): string {
  return process.env['SERVER_URL'] || variable('SUPABASE_URL');
}

/** Returns the public origin without a trailing slash, the base of links in mails. */
export function siteUrl(): string {
  return variable('SITE_URL').replace(/\/+$/, '');
}

/** Returns the address notified of each confirmed application, or null. */
export function labAddress(): string | null {
  return process.env['MAIL_TO_LAB'] || null;
}

/** Returns the Reply-To of mails without an assignee, or null for the sender. */
export function replyAddress(): string | null {
  return process.env['MAIL_REPLY_TO'] || labAddress();
}

export function mailSettings(): MailSettings {
  const smtpUrl = process.env['SMTP_URL'] || null;
  return {
    smtpUrl,
    from: variable('MAIL_FROM'),
    connections: mailPlaces(),
    outboxDir: smtpUrl === null ? variable('MAIL_OUTBOX') : '',
  };
}

/** Returns the number of mails sent at a time, each over a kept connection. */
export function mailPlaces(): number {
  return Number(process.env['SMTP_CONNECTIONS'] || 5);
}

/** Returns the limit of mails a second for all senders together, or null for none. */
export function mailsPerSecond(): number | null {
  return process.env['SMTP_RATE'] ? Number(process.env['SMTP_RATE']) : null;
}

/**
 * Returns the keys with the service role, the preferred one first. Supabase gives functions the new secret keys as
 * JSON by name, and the older service-role key unless it is switched off.
 */
export function secretKeys(): [string, ...string[]] {
  const named = JSON.parse(process.env['SUPABASE_SECRET_KEYS'] || '{}') as Record<string, string>;
  const keys = [...Object.values(named), process.env['SUPABASE_SERVICE_ROLE_KEY'] ?? ''].filter(
    (key) => key !== '',
  );
  const [first, ...others] = keys;
  if (first === undefined) throw new Error('SUPABASE_SECRET_KEYS is not set for this function.');
  return [first, ...others];
}
