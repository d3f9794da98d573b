import type { Config } from '../config.ts';

/**
 * The variables of a function, which are Supabase's own names, mail settings, and `[edge_runtime.secrets]`. Nothing
 * else of the server's environment is included, so a function never has signing keys or the database's address.
 */
export function functionEnvironment(config: Config, url: string): Record<string, string> {
  const { mail, keys, functionSecrets } = config;
  const set = Object.fromEntries(Object.entries(functionSecrets).filter(([, value]) => value !== ''));
  return {
    SUPABASE_URL: url,
    SUPABASE_ANON_KEY: keys.publishable,
    SUPABASE_SERVICE_ROLE_KEY: keys.secret,
    SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
    SITE_URL: config.siteUrl,
    MAIL_FROM: mail.from,
    MAIL_OUTBOX: mail.outboxDir,
    SMTP_CONNECTIONS: String(mail.places),
    ...(mail.perSecond === null ? {} : { SMTP_RATE: String(mail.perSecond) }),
    ...(mail.smtpUrl === null ? {} : { SMTP_URL: mail.smtpUrl }),
    ...set,
  };
}
