import { gzipSync } from 'node:zlib';

/** A function for Node, and with a mention of Deno for Deno, that answers by its path. `mark` shows a test how far it is. */
export const STREAMING = `
const mark = (name) => console.log('mark ' + name);
const encode = (text) => new TextEncoder().encode(text);
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
const gates = new Map();
const gate = (name) => {
  if (!gates.has(name)) gates.set(name, Promise.withResolvers());
  return gates.get(name);
};
const streamOf = (start, more = {}) => new ReadableStream({ start(controller) { void start(controller); }, cancel: () => mark('cancelled'), ...more });
const sse = { headers: { 'content-type': 'text/event-stream' } };
const kinds = {
  open: (request) => { gate(new URL(request.url).searchParams.get('gate')).resolve(); return new Response('opened'); },
  chunks: (request) => new Response(streamOf(async (controller) => {
    for (const name of ['a', 'b', 'c']) {
      controller.enqueue(encode('data: ' + name + '\\n\\n'));
      await gate(new URL(request.url).searchParams.get('of') + name).promise;
    }
    controller.close();
  }), sse),
  endless: () => new Response(new ReadableStream({ async pull(controller) { await wait(5); controller.enqueue(encode('data: x\\n\\n')); }, cancel: () => mark('cancelled') }), sse),
  silent: () => new Response(streamOf(async (controller) => controller.enqueue(encode('first'))), sse),
  fails: () => new Response(streamOf(async (controller) => { controller.enqueue(encode('first')); await wait(100); controller.error(new Error('secret words')); })),
  exits: () => new Response(streamOf(async (controller) => { controller.enqueue(encode('first')); await wait(100); process.exit(3); })),
  failsAtOnce: () => new Response(new ReadableStream({ pull() { throw new Error('secret words'); } })),
  large: () => {
    let sent = 0;
    const piece = new Uint8Array(1024 * 1024);
    return new Response(new ReadableStream({ pull(controller) {
      sent += 1;
      mark('sent ' + sent);
      if (sent === 100) { mark('all'); controller.close(); } else controller.enqueue(piece);
    } }, { highWaterMark: 0 }));
  },
  huge: () => new Response(new Uint8Array(20 * 1024 * 1024).fill(7)),
  strings: () => new Response(new ReadableStream({ start(controller) { controller.enqueue('text'); controller.close(); } })),
  empty: () => new Response(new ReadableStream({ start(controller) { controller.close(); } })),
  204: () => new Response(null, { status: 204 }),
  304: () => new Response(null, { status: 304, headers: { etag: '"1"' } }),
  bad204: () => new Response('body', { status: 204 }),
  nothing: () => undefined,
  links: () => { const headers = new Headers(); for (const name of ['a', 'b']) headers.append('link', '<' + name + '>'); return new Response('x', { headers }); },
  cookies: () => new Response(streamOf(async (controller) => { controller.enqueue(encode('x')); await wait(20); controller.close(); }), { headers: [['set-cookie', 'a=1'], ['set-cookie', 'b=2']] }),
  gzip: () => new Response(Uint8Array.from(GZIP), { headers: { 'content-encoding': 'gzip', 'content-type': 'text/plain' } }),
  early: () => new Response('early'),
  length: async (request) => Response.json({ bytes: (await request.bytes()).length }),
  method: (request) => new Response(request.method + ' body'),
  headers: (request) => Response.json({ url: request.url, headers: Object.fromEntries(request.headers) }),
};
const GZIP = [${[...gzipSync('zipped')].join(',')}];
const fetch = (request) => kinds[new URL(request.url).pathname.split('/')[2]](request);
export default { fetch };
`;
