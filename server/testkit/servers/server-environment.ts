import { join } from 'node:path';
import { testKeys } from './keys.ts';
import type { Program } from './program.ts';

const root = join(import.meta.dirname, '../../..');

/** Returns the environment of a server under test, without the developer's settings and `.env`. */
export function serverEnvironment(
  program: Pick<Program, 'env'>,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    PATH: `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`,
    HOME: process.env['HOME'] ?? '/',
    HOST: '',
    SITE_URL: '',
    DATABASE_URL: '',
    DATABASE_DIRECT_URL: '',
    DATABASE_POOLER: '',
    DATABASE_CONNECTIONS: '',
    SMTP_URL: '',
    SMTP_CONNECTIONS: '',
    SMTP_RATE: '',
    MAIL: '',
    MAIL_FROM: '',
    JWT_SECRET: '',
    TRUSTED_PROXIES: '',
    LIMITS: 'off',
    SUPABASE_PUBLISHABLE_KEY: testKeys.publishable,
    SUPABASE_SECRET_KEY: testKeys.secret,
    JWT_KEYS: JSON.stringify(testKeys.jwks),
    ...program.env,
    ...variables,
  };
}
