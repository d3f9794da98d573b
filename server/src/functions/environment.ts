import type { Config } from '../config.ts';

/**
 * The variables a function sees: Supabase's own names, and what mails need. Nothing else of the server's
 * environment, so a function never holds signing keys or the database's address.
 */
export function functionEnvironment(config: Config, url: string): Record<string, string> {
  const { mail, keys } = config;
  return {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: keys.publishable,
    SUPABASE_SERVICE_ROLE_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SITE_URL: config.siteUrl,
    MAIL_FROM: mail.from,
    MAIL_OUTBOX: mail.outboxDir,
    ...(mail.smtpUrl === null ? {} : { SMTP_URL: mail.smtpUrl }),
    ...(mail.toLab === null ? {} : { MAIL_TO_LAB: mail.toLab }),
  };
}
