import { expect, test } from 'vitest';
import { takeBody } from './http-body.ts';

const CHUNKED = 'HTTP/1.1 201 Created\r\ntransfer-encoding: chunked';

test.for([
  ['a body with its length', 'HTTP/1.1 200 OK\r\nContent-Length: 3', 'abcHTTP', 'abc', 3],
  ['no body', 'HTTP/1.1 204 No Content', 'HTTP', '', 0],
  ['chunks', CHUNKED, '3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\nHTTP', 'abc0123456789', 28],
  ['no chunk', CHUNKED, '0\r\n\r\n', '', 5],
] as const)('finds the end of %s before the next response', ([, head, received, body, next]) => {
  const taken = takeBody(Buffer.from(received), 0, head);
  expect(taken?.body.toString()).toBe(body);
  expect(taken?.next).toBe(next);
});

test.for([
  ['HTTP/1.1 200 OK\r\ncontent-length: 3', 'ab'],
  [CHUNKED, '3\r\nab'],
  [CHUNKED, '3\r\nabc\r\n0\r\n'],
  [CHUNKED, ''],
] as const)('returns nothing while the response is incomplete', ([head, received]) => {
  expect(takeBody(Buffer.from(received), 0, head)).toBeNull();
});
