import { serverFixtures } from '@solostead/server-testkit/servers/server-fixtures';
import { openLog } from './access-log.ts';
import { visitor } from './applicant.ts';
import { makeApplication, makeMember } from './member.ts';
import { sharedServer, startServer } from './servers/server.ts';
import { Telling } from './telling.ts';

export { describe, expect } from 'vitest';
export type { TestServer } from './servers/server.ts';

const {
  testSharing: sharing,
  testStarting: starting,
  testMailing: mailing,
} = serverFixtures(startServer, sharedServer);

let applications = 0;

/**
 * Adds people, each of whom gets an account when a test first uses them, `id`, each test's own
 * application, and `log`, the access log since the test began.
 */
const withPeople = (test: ReturnType<typeof sharing>) =>
  test
    .extend('page', { scope: 'file' }, ({ server }) => visitor(server))
    .extend('owner', { scope: 'file' }, ({ server }) => makeMember(server, 'owner@lab.example', 'owner'))
    .extend('reviewer', { scope: 'file' }, ({ server }) =>
      makeMember(server, 'reviewer@lab.example', 'reviewer'),
    )
    .extend('reader', { scope: 'file' }, ({ server }) => makeMember(server, 'reader@lab.example', 'reader'))
    .extend('id', ({ server }) => makeApplication(server, `sample-${(applications += 1)}`))
    .extend(
      'lab',
      { scope: 'file' },
      ({ server, owner, reviewer, reader }) => new Telling(server, [owner, reviewer, reader]),
    )
    // The accounts come first, because each has an entry.
    .extend('log', ({ server, owner, reviewer: _reviewer, reader: _reader }) => openLog(server, owner));

/**
 * Tests on a server that the files with these options share.
 *
 * @example
 * const test = testSharing({ env: { LIMITS: 'on' } });
 *
 * test('a member chooses a name', async ({ reader }) => {
 *   expect(await reader.refusal('review_name_save', { name: 'Ada Sample' })).toBeNull();
 * });
 */
export const testSharing = (...options: Parameters<typeof sharing>) => withPeople(sharing(...options));

/** Tests on a shared server with the rate limits, which counts by the address that a request forwards. */
export const testLimited = () => testSharing({ env: { LIMITS: 'on', TRUSTED_PROXIES: '127.0.0.1, ::1' } });

/** Tests on the file's own server, because they change its schema, restart it or need it alone. */
export const testStarting = (...options: Parameters<typeof starting>) => withPeople(starting(...options));

/** Tests on the file's own server that sends its mail to the fixture `smtp`. */
export const testMailing = (...env: Parameters<typeof mailing>) => withPeople(mailing(...env));

/** The same with the rate limits, which count by the address that a request forwards. */
export const testPublic = () =>
  testMailing({
    MAIL_FROM: 'Solostead <hello@lab.example>',
    LIMITS: 'on',
    TRUSTED_PROXIES: '127.0.0.1',
  });

export const test = testSharing();
export type Visitor = ReturnType<typeof visitor>;
