import { gzipSync } from 'node:zlib';
import { sendRaw } from '@solostead/server-testkit/network/raw-request';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { describe, expect, test } from '@solostead/server-testkit/fixtures';

describe('a request with an ambiguous end is refused and its connection closed', () => {
  test.for([
    ['both lengths', `${post}Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    [
      'both lengths, the other way round',
      `${post}Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\n`,
    ],
    ['a length twice', `${post}Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}`],
    ['two lengths', `${post}Content-Length: 2\r\nContent-Length: 60\r\n\r\n{}`],
    ['a list of lengths', `${post}Content-Length: 2, 2\r\n\r\n{}`],
    ['a length with a sign', `${post}Content-Length: +2\r\n\r\n{}`],
    ['a length in hexadecimal', `${post}Content-Length: 0x2\r\n\r\n{}`],
    ['a length beyond any number', `${post}Content-Length: 99999999999999999999\r\n\r\n{}`],
    ['a header folded over two lines', `${post}Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n`],
    ['a space before the colon', `${post}Content-Length : 2\r\n\r\n{}`],
    ['an unknown encoding', `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ['chunks that are not the last encoding', `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ['chunks twice', `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
    ['a line break in an extension', `${post}Transfer-Encoding: chunked\r\n\r\n2;a\nb\r\n{}\r\n0\r\n\r\n`],
    ['a chunk that ends elsewhere', `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}xx0\r\n\r\n`],
    ['lines without a carriage return', `${post.replaceAll('\r', '')}Content-Length: 2\n\n{}`],
    [
      'a carriage return in a header',
      `${post}a: b\rTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n{}`,
    ],
    [
      'chunks in HTTP/1.0',
      `${post.replace('1.1', '1.0')}Transfer-Encoding: chunked\r\nConnection: keep-alive\r\n\r\n0\r\n\r\n`,
    ],
  ])('%s', async ([_what, bytes], { server }) => {
    const { status, answers } = await sendRaw(server.url, bytes + NEXT);
    expect([status, answers]).toEqual([400, 1]);
  });

  test.for([
    ['a body that a GET has', `GET /health/live HTTP/1.1\r\n${head}Content-Length: 5\r\n\r\nGET /`, 200],
    ['chunks with extensions', `${post}Transfer-Encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\n\r\n`, 400],
  ])('%s is read to its end', async ([_what, bytes, first], { server }) => {
    const { status, answers, body } = await sendRaw(server.url, bytes + NEXT);
    expect([status, answers]).toEqual([first, 2]);
    expect(body).toContain('HTTP/1.1 200 OK');
  });
});

test.for([
  ['/rest/v1/notes', 400],
  ['/auth/v1/token?grant_type=password', 400],
  ['/functions/v1/hello', 400],
])('a compressed body is never decompressed, however large: %s', async ([path, status], { server }) => {
  const body = gzipSync(Buffer.alloc(20_000_000, ' '));
  const response = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      apikey: testKeys.publishable,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
    },
    body,
  });
  expect(response.status).toBe(status);
});

const head = `Host: example.org\r\napikey: ${testKeys.publishable}\r\n`;
const post = `POST /auth/v1/token?grant_type=password HTTP/1.1\r\n${head}`;
/** The next request of a proxy on behalf of another client. */
const NEXT = 'GET /health/live HTTP/1.1\r\nHost: example.org\r\nConnection: close\r\n\r\n';
