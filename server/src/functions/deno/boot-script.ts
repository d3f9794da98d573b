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
const serve = Deno.serve.bind(Deno);
const listen = (handler) => {
  const onListen = ({ port }) => console.log('listening ' + TOKEN + ' ' + port);
  const server = serve({ hostname: '127.0.0.1', port: 0, onListen }, (request, info) => {
    if (request.headers.get('x-boot-token') !== TOKEN) return new Response(null, { status: 403 });
    return handler(request, info);
  });
  servers.push(server);
  return server;
};
Deno.serve = (...given) => listen(given.find((each) => typeof each === 'function') ?? given[0].handler);
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
