import { expect, test } from 'vitest';
import { routable } from './request-path.ts';

test.each([
  ['/rest/v1/a?b=%', '/rest/v1/a?b=%'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/100%', '/100%25'],
  ['/%ff?x=%ff', '/%25ff?x=%ff'],
  ['/%C3%A9/%E0%A4%A#%', '/%25C3%25A9/%25E0%25A4%25A#%'],
  ['https://example.org/%zz', '/%25zz'],
  ['http://example.org', '/'],
  ['http://example.org?a', '/?a'],
  ['*', '/*'],
])('%s is routed as %s', (url, expected) => {
  expect(routable(url)).toBe(expected);
});
