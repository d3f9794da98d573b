/**
 * The module that Deno runs first. It serves the function at a free port of this machine, to callers that know the
 * token. When its standard input ends, it finishes its requests and the work given to `EdgeRuntime.waitUntil`, then ends.
 */
export const BOOT_SCRIPT = `
const [FILE, TOKEN] = ['BOOT_FILE', 'BOOT_TOKEN'].map((name) => {
  const value = Deno.env.get(name);
  Deno.env.delete(name);
  return value;
});
const pending = new Set();
globalThis.EdgeRuntime = {
  waitUntil(work) {
    const settled = Promise.resolve(work).catch((error) => console.error(error));
    pending.add(settled);
    settled.finally(() => pending.delete(settled));
  },
};
const servers = [];
/** The request as the client sent it, at the server's address. */
const asSent = (request) => {
  const headers = new Headers(request.headers);
  const origin = headers.get('x-boot-origin');
  for (const name of ['x-boot-origin', 'x-boot-token']) headers.delete(name);
  headers.set('host', new URL(origin).host);
  const { pathname, search } = new URL(request.url);
  const { method, body, signal } = request;
  return new Request(origin + pathname + search, { method, headers, body, signal, duplex: 'half' });
};
const serve = Deno.serve.bind(Deno);
const listen = (handler, { onError, signal } = {}) => {
  const own = { hostname: '127.0.0.1', port: 0, ...(onError && { onError }), ...(signal && { signal }) };
  const onListen = ({ port }) => console.log('listening ' + TOKEN + ' ' + port);
  const server = serve({ ...own, onListen }, (request, info) => {
    if (request.headers.get('x-boot-token') !== TOKEN) return new Response(null, { status: 403 });
    return handler(asSent(request), info);
  });
  servers.push(server);
  return server;
};
Deno.serve = (...given) => {
  const options = given.find((each) => typeof each === 'object') ?? {};
  return listen(given.find((each) => typeof each === 'function') ?? options.handler, options);
};
const end = async () => {
  for await (const _ of Deno.stdin.readable);
  globalThis.dispatchEvent(new Event('beforeunload'));
  await Promise.all(servers.map((server) => server.shutdown()));
  while (pending.size > 0) await Promise.all(pending);
  Deno.exit(0);
};
void end();
const { default: exported } = await import(FILE);
if (typeof exported?.fetch === 'function') listen((request) => exported.fetch(request));
`;
