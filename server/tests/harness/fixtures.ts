import { sharedServer, startServer } from './servers/server.ts';
import { serverFixtures } from './servers/server-fixtures.ts';

export { describe, expect } from 'vitest';
export type { TestServer } from './servers/server.ts';

export const { testSharing, testStarting, testMailing } = serverFixtures(startServer, sharedServer);

/** A test with the fixtures `server`, shared, and `smtp`. */
export const test = testSharing();
