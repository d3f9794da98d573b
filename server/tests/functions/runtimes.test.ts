import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { needs } from '@solostead/server-testkit/needs';
import { denoProject } from '../../src/functions/deno/deno.sample.ts';
import { endProjects, projectWith, startAlone } from '../projects/alone.ts';

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
const deno = denoProject(
  Object.fromEntries(Object.entries(functions).map(([name, code]) => [name, `${code}\nvoid Deno.version;`])),
);
writeFileSync(join(deno.supabaseDir, 'config.toml'), toml);
const files = Object.entries(functions).map(([name, code]) => [`functions/${name}/index.ts`, code]);
const node = projectWith({ 'config.toml': toml, ...(Object.fromEntries(files) as Record<string, string>) });
afterAll(endProjects);

describe.for([
  ['Node', node, null],
  ['Deno', deno.project, deno.reason],
] as const)('a function on %s', ([, project, reason]) => {
  const here = needs(reason === null, reason ?? '');
  let server: Awaited<ReturnType<typeof startAlone>>;
  beforeAll(async () => {
    if (reason === null) server = await startAlone(project);
  });

  test.for([
    ['strict', 'https://app.example', 200, 'https://app.example', 'true'],
    ['strict', 'https://other.example', 403, null, null],
    ['plain', 'https://other.example', 204, '*', null],
  ] as const)(
    '%s answers its preflight from %s with %i and %j',
    here,
    async ([name, origin, status, allowed, credentials]) => {
      const response = await fetch(`${server.url}/functions/v1/${name}`, {
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

  test('streams on for five seconds after SIGTERM, and then its answer ends', here, async () => {
    const response = await fetch(`${server.url}/functions/v1/endless`);
    const reader = response.body!.getReader();
    await reader.read();
    const begun = performance.now();
    const stopped = server.stop();
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
