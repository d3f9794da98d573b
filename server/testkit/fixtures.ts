import { sharedServer, startServer } from './servers/server.ts';
import { serverFixtures } from './servers/server-fixtures.ts';

export { describe, expect } from 'vitest';
export type { TestServer } from './servers/server.ts';

export const { testSharing, testStarting, testMailing } = serverFixtures(startServer, sharedServer);

/** A test with the fixtures `server`, shared, and `smtp`. */
export const test = testSharing();

/** The same with every sign-in method that needs no other service. */
export const testOpen = testSharing({ env: { SUPABASE_CONFIG: 'open.toml' } });

/** The environment of a public site behind a proxy, with rate limits. */
export const publicSite = {
  SITE_URL: 'https://example.org',
  MAIL: 'capture',
  LIMITS: 'on',
  TRUSTED_PROXIES: '127.0.0.1,::1',
} as const;

export const testPublic = testSharing({ env: publicSite });
