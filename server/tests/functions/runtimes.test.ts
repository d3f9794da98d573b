import { afterAll, beforeAll, describe, expect, type TestContext, test } from 'vitest';
import { endProjects, projectWith, startAlone } from '../projects/alone.ts';
import { installPackage } from '../projects/package.ts';

const functions: Record<string, string> = {
  strict: `
const ORIGIN = 'https://app.example';
const fetch = (request) => {
  const isOwn = request.headers.get('origin') === ORIGIN;
  if (request.method !== 'OPTIONS') return new Response('ok');
  return new Response(null, isOwn
    ? { headers: { 'access-control-allow-origin': ORIGIN, 'access-control-allow-credentials': 'true' } }
    : { status: 403, headers: { vary: 'Origin' } });
};
export default { fetch };`,
  plain: `export default { fetch: () => new Response('plain') };`,
  endless: `
const tick = async (controller) => {
  await new Promise((done) => setTimeout(done, 50));
  controller.enqueue(new TextEncoder().encode('data: x\\n\\n'));
};
export default { fetch: () => new Response(new ReadableStream({ pull: tick }), { headers: { 'content-type': 'text/event-stream' } }) };`,
};

const toml = Object.keys(functions)
  .map((name) => `[functions.${name}]\nverify_jwt = false\n`)
  .join('');
const projectOf = (more: string) =>
  projectWith({
    'config.toml': toml,
    ...Object.fromEntries(
      Object.entries(functions).map(([name, code]) => [`functions/${name}/index.ts`, code + more]),
    ),
  });
afterAll(endProjects);

describe.for([
  ['Node', projectOf(''), null],
  ['Deno', projectOf('\nvoid Deno.version;'), 'deno@2.9.6'],
] as const)('a function on %s', ([, project, needed]) => {
  let server: Awaited<ReturnType<typeof startAlone>> | null = null;
  beforeAll(async () => {
    if (needed === null || (await installPackage(project, needed))) server = await startAlone(project);
  });
  const here = ({ skip }: TestContext) => server ?? skip('the registry of npm is not reachable');

  test.for([
    ['strict', 'https://app.example', 200, 'https://app.example', 'true'],
    ['strict', 'https://other.example', 403, null, null],
    ['plain', 'https://other.example', 204, '*', null],
  ] as const)(
    '%s answers its preflight from %s with %i and %j',
    async ([name, origin, status, allowed, credentials], context) => {
      const response = await fetch(`${here(context).url}/functions/v1/${name}`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'POST' },
      });
      expect([
        response.status,
        response.headers.get('access-control-allow-origin'),
        response.headers.get('access-control-allow-credentials'),
      ]).toEqual([status, allowed, credentials]);
    },
  );

  test('streams on for five seconds after SIGTERM, and then its answer ends', async (context) => {
    const { url, stop } = here(context);
    const response = await fetch(`${url}/functions/v1/endless`);
    const reader = response.body!.getReader();
    await reader.read();
    const begun = performance.now();
    const stopped = stop();
    let lastAt = 0;
    // A broken answer rejects, which is an end too.
    const ended = (async () => {
      for (;;) {
        if ((await reader.read()).done) return;
        lastAt = performance.now() - begun;
      }
    })().catch(() => {});
    await Promise.all([ended, stopped]);
    expect(lastAt).toBeGreaterThan(4_000);
    expect(lastAt).toBeLessThan(15_000);
  });
});
