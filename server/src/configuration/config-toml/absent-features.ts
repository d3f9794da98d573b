import { switchedOn } from './table.ts';
import { valueAt } from './unset-variables.ts';

/** Supabase's features that this server lacks, by their place in config.toml, with a workaround. */
const features: Readonly<Record<string, string>> = {
  realtime: 'nothing listens to changes; poll, or use a service of your own',
  storage: 'keep files in a service of your own',
  studio: 'use psql or another client of PostgreSQL',
  inbucket: 'emails are kept as files in DATA_DIR/outbox where SMTP_URL is not set',
  local_smtp: 'emails are kept as files in DATA_DIR/outbox where SMTP_URL is not set',
  analytics: 'the server writes its log to standard output',
  'db.pooler': 'clients of PostgreSQL connect to it directly, or to a pooler of your own',
  'api.tls': 'put a proxy with a certificate in front',
  'auth.jwt_issuer': 'the issuer of tokens is the address of the auth service',
  'auth.signing_keys_path': 'put the keys of that file into JWT_KEYS',
  'auth.oauth_server': 'other applications cannot sign in with accounts of this project',
  'auth.third_party': 'tokens of other services are refused',
  'auth.email.notification': 'holders of accounts are always notified, in words of the server',
  'auth.mfa.phone.max_frequency': 'a code can be asked for every 5 seconds',
  'auth.sms.twilio_verify': 'use auth.sms.twilio',
  'auth.sms.messagebird': 'use auth.sms.twilio',
  'auth.sms.textlocal': 'use auth.sms.twilio',
  'auth.sms.vonage': 'use auth.sms.twilio',
};

/** Values that `supabase init` writes and that ask for nothing. */
const usual: Readonly<Record<string, unknown>> = { 'auth.mfa.phone.max_frequency': 5_000 };

/** The features that `settings` switch on and that this server does not have, as `name: way around it`. */
export function absentFeatures(settings: unknown): readonly string[] {
  return Object.entries(features)
    .filter(([name]) => {
      const value = valueAt(settings, name.split('.'));
      return value !== usual[name] && switchedOn(value, []) !== null;
    })
    .map(([name, instead]) => `${name}: ${instead}`);
}
