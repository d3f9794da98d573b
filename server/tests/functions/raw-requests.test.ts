import { expect, test } from '../harness/fixtures.ts';
import { sendRaw } from '../harness/network/raw-request.ts';

const PATH = '/functions/v1/hello';

/** Lines of a request's head that clients of ill will may send, and what they are answered. */
const heads: [string, string, string[], number[]][] = [
  ['a Host that is no host', `POST ${PATH}`, ['host: a b"<>'], [200, 400]],
  ['an address with its scheme', `POST http://evil.example${PATH}`, ['host: localhost'], [200, 400, 404]],
  ['a broken content type', `POST ${PATH}`, ['host: localhost', 'content-type: ;;;'], [200, 400, 415]],
  ['an unknown content type', `POST ${PATH}`, ['host: localhost', 'content-type: x/y'], [200]],
  ['high bytes in a header', `POST ${PATH}`, ['host: localhost', 'x-sample: \xff\xfe'], [200]],
  ['HEAD', `HEAD ${PATH}`, ['host: localhost'], [405]],
  ['a broken escape', `POST ${PATH}/%zz`, ['host: localhost'], [200, 400, 404]],
];

test.for(heads)('%s causes no server error', async ([_what, line, headers, expected], { server }) => {
  const head = [
    `${line} HTTP/1.1`,
    ...headers,
    `apikey: ${server.publishableKey}`,
    `content-length: ${BODY.length}`,
    'connection: close',
  ];
  const { status } = await sendRaw(server.url, `${head.join('\r\n')}\r\n\r\n${BODY}`);
  expect(expected).toContain(status);
});

const BODY = '{"email":"unknown@example.org"}';
