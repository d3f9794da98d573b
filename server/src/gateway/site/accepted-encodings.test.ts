import { expect, test } from 'vitest';
import { acceptedEncodings } from './accepted-encodings.ts';

test.each([
  // The headers of browsers and of curl.
  ['gzip, deflate, br, zstd', ['br', 'gzip', 'identity']],
  ['gzip, deflate', ['gzip', 'identity']],
  ['GZIP', ['gzip', 'identity']],
  ['', ['identity']],
  [undefined, ['identity']],
  // Weights are the client's choice. Without them the smallest comes first.
  ['br;q=0.5, gzip;q=0.9', ['gzip', 'br', 'identity']],
  ['gzip, br', ['br', 'gzip', 'identity']],
  ['identity, br;q=0.5', ['identity', 'br']],
  // A weight of 0 refuses.
  ['br;q=0, gzip', ['gzip', 'identity']],
  ['br ; q=0.000 ,gzip;q=1.0', ['gzip', 'identity']],
  ['gzip;q=0.001', ['gzip', 'identity']],
  ['*;q=0', []],
  // Longer names are different encodings.
  ['x-br, not-gzip', ['identity']],
  ['*', ['br', 'gzip', 'identity']],
  ['*, br;q=0', ['gzip', 'identity']],
  [',,;q=1,gzip;q=,', ['gzip', 'identity']],
])('Accept-Encoding %j selects %j', (header, encodings) => {
  expect(acceptedEncodings(header)).toEqual(encodings);
  expect(acceptedEncodings(header), 'remembered').toEqual(encodings);
});
