import { expect, test } from 'vitest';
import { routable } from './request-path.ts';

test.each([
  ['/rest/v1/a?b=%', '/rest/v1/a?b=%'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/100%', '/100%25'],
  ['/%ff?x=%ff', '/%25ff?x=%ff'],
  ['/%C3%A9/%E0%A4%A#%', '/%25C3%25A9/%25E0%25A4%25A%2523%25'],
  ['/metrics#', '/metrics%23'],
  ['/metrics?#a', '/metrics?#a'],
  ['/%6detrics?a=%6d', '/%256detrics?a=%6d'],
  ['/%6Detrics', '/%256Detrics'],
  ['https://example.org/metric%73', '/metric%2573'],
  ['/auth/v1/%61dmin/users', '/auth/v1/%2561dmin/users'],
  ['/rest%2Fv1/notes', '/rest%2Fv1/notes'],
  ['/rest/v1/caf%C3%A9%20bar', '/rest/v1/caf%C3%A9%20bar'],
  ['/case%2Dstudy', '/case%2Dstudy'],
  ['https://example.org/%zz', '/%25zz'],
  ['http://example.org', '/'],
  ['http://example.org?a', '/?a'],
  ['*', '/*'],
])('%s is routed as %s', (url, expected) => {
  expect(routable(url)).toBe(expected);
});
