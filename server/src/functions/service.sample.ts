/** Functions that answer, fail, hang, end or continue after their answer, by name. */
export const sources = {
  echo: `export default { fetch: async (request) => Response.json({
    method: request.method, path: new URL(request.url).pathname, body: await request.text(),
    header: request.headers.get('x-sample') }, { status: 201, headers: { 'x-answer': 'yes' } }) }`,
  environment: `export default { fetch: () => Response.json(process.env) }`,
  bytes: `export default { fetch: async (request) => new Response(await request.bytes()) }`,
  throws: `export default { fetch: () => { throw new Error('secret words') } }`,
  rejects: `export default { fetch: async () => { throw new Error('secret words') } }`,
  hangs: `export default { fetch: () => new Promise(() => {}) }`,
  loops: `export default { fetch: () => { for (;;); } }`,
  exits: `export default { fetch: () => process.exit(3) }`,
  eats: `export default { fetch: () => { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); } }`,
  eatsAtEnd: `export default { fetch: () => {
    const ended = new Promise((resolve) => addEventListener('beforeunload', resolve));
    EdgeRuntime.waitUntil(ended.then(() => { const all = []; for (;;) all.push(new Array(1e5).fill(Math.random())); }));
    return new Response('begun');
  } }`,
  unbootable: `throw new Error('secret words')`,
  nothing: `export const fetch = () => new Response('no')`,
  late: `export default { fetch: () => { setTimeout(() => { throw new Error('later') }, 1); return new Response('early') } }`,
  behind: `export default { fetch: async (request) => {
    const { existsSync, writeFileSync } = process.getBuiltinModule('fs');
    const path = await request.text();
    const work = async () => {
      while (!existsSync(path + '.go')) await new Promise((done) => setTimeout(done, 10));
      writeFileSync(path + '.done', '');
    };
    EdgeRuntime.waitUntil(work());
    return new Response('begun');
  } }`,
  replaced: `const worker = crypto.randomUUID();
    export default { fetch: async (request) => {
      const { existsSync, writeFileSync } = process.getBuiltinModule('fs');
      const path = await request.text();
      if (path === 'fault') setTimeout(() => { throw new Error('later') }, 1);
      if (path.startsWith('/')) writeFileSync(path + '.begun', '');
      while (path.startsWith('/') && !existsSync(path + '.go')) await new Promise((done) => setTimeout(done, 10));
      return new Response(worker);
    } }`,
  ending: `export default { fetch: async (request) => {
    const { writeFileSync } = process.getBuiltinModule('fs');
    const path = await request.text();
    const ended = new Promise((resolve) => addEventListener('beforeunload', resolve));
    const answer = async () => {
      await ended;
      const { status } = await fetch(new URL('/functions/v1/echo', request.url), { method: 'POST' });
      writeFileSync(path, String(status));
    };
    EdgeRuntime.waitUntil(answer());
    return new Response('begun');
  } }`,
  _shared: `export default { fetch: () => new Response('no') }`,
};
