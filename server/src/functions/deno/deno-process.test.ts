import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { portOf } from '@solostead/server-testkit/network/port-of';
import { FunctionRunner } from '../function-runner.ts';
import type { ResponseMessage } from '../message.ts';
import { DenoProcess } from './deno-process.ts';
import { denoProject } from './deno.sample.ts';
import { findDeno } from '../unsupported.ts';

const { project, supabaseDir, functions, reason } = denoProject();
const started: FunctionRunner[] = [];

const GREETING = 'export const greet = (name) => `Hello ${name}`;';
const checksum = `sha256-${createHash('sha256').update(GREETING).digest('hex')}`;

/** Serves as a host of modules and for the registry of `jsr:`. */
const answers: Record<string, string> = {
  '/greet.js': GREETING,
  '/@sample/greet/meta.json': JSON.stringify({
    scope: 'sample',
    name: 'greet',
    latest: '1.0.0',
    versions: { '1.0.0': {} },
  }),
  '/@sample/greet/1.0.0_meta.json': JSON.stringify({
    manifest: { '/mod.js': { size: GREETING.length, checksum } },
    exports: { '.': './mod.js' },
  }),
  '/@sample/greet/1.0.0/mod.js': GREETING,
};
const modules = createServer(({ url = '' }, response) => {
  const type = url.endsWith('.js') ? 'application/javascript' : 'application/json';
  response.writeHead(url in answers ? 200 : 404, { 'content-type': type }).end(answers[url]);
});
const standIn = `http://127.0.0.1:${await portOf(modules, afterAll)}`;

afterAll(() => Promise.all(started.map((each) => each.close())));

interface FunctionOptions {
  readonly lines?: string[];
  readonly timeoutMs?: number;
  /** False if the runner never learns that a process ended. */
  readonly hearsOfEnds?: boolean;
}

function functionOf(
  name: string,
  code: string,
  { lines = [], timeoutMs = 30_000, hearsOfEnds = true }: FunctionOptions = {},
): FunctionRunner {
  mkdirSync(join(functions, name), { recursive: true });
  const file = join(functions, name, 'index.ts');
  writeFileSync(file, code);
  const shownPath = `supabase/functions/${name}/index.ts`;
  const files = { supabaseDir, file, importMap: '', shownPath };
  const options = { ...files, deno: findDeno(functions)!, cacheDir: join(project, 'supabase-data/deno') };
  const environment = { OWN: 'yes' };
  const print = (line: string) => void lines.push(line);
  const start = (onFailure: () => void) =>
    DenoProcess.start({ ...options, environment, print }, hearsOfEnds ? onFailure : () => {});
  const created = new FunctionRunner({ start, timeoutMs, idleMs: 30_000, limits: true });
  started.push(created);
  return created;
}

const owner = { network: '127.0.0.1', caller: 'a' };

const textOf = async (body: ResponseMessage['body']) =>
  body instanceof Readable ? text(body) : new TextDecoder().decode(body);

async function call(runner: FunctionRunner, path: string, sent = 'hello') {
  const url = `http://server.example:3000${path}`;
  const headers: [string, string][] = [['x-sample', 'given']];
  const body = new TextEncoder().encode(sent);
  const answer = await runner.ask({ id: '1', url, method: 'POST', headers, body }, owner);
  return { status: answer.status, headers: answer.headers, text: await textOf(answer.body) };
}

beforeEach(({ skip }) => skip(reason !== null, reason ?? ''));

test('serves a request with its path, headers and own variables, from an import of a URL', async () => {
  const echo = functionOf(
    'echo',
    `import { greet } from '${standIn}/greet.js';
    Deno.serve(async (request: Request) => Response.json(
      [greet(await request.text()), request.url, request.headers.get('x-sample'), Deno.env.get('OWN'), Deno.env.get('HOME')],
      { status: 201, headers: { 'x-answer': 'yes' } }));`,
  );
  const both = await Promise.all([call(echo, '/echo/deep?q=1', 'Ada'), call(echo, '/echo/deep?q=1', 'Ada')]);
  for (const { status, headers, text } of both) {
    expect([status, JSON.parse(text)]).toEqual([
      201,
      ['Hello Ada', 'http://server.example:3000/echo/deep?q=1', 'given', 'yes', null],
    ]);
    expect(headers).toContainEqual(['x-answer', 'yes']);
  }
});

test('imports a package of the registry that JSR_URL names', async () => {
  vi.stubEnv('JSR_URL', `${standIn}/`);
  const importer = functionOf(
    'packages',
    `import { greet } from 'jsr:@sample/greet@1';\nDeno.serve(() => new Response(greet('Bob')));`,
  );
  expect((await call(importer, '/packages')).text).toBe('Hello Bob');
});

test('reads its own folder, and refuses other files, writes and subprocesses', async () => {
  writeFileSync(join(project, 'keys.json'), '{"secret":"key"}');
  const curious = functionOf(
    'curious',
    `const attempt = async (act: () => unknown) => { try { await act(); return 'done'; } catch (e) { return (e as Error).name; } };
    export default { fetch: async () => Response.json(await Promise.all([
      attempt(() => Deno.readTextFile(new URL('./index.ts', import.meta.url))),
      attempt(() => Deno.readTextFile(${JSON.stringify(join(project, 'keys.json'))})),
      attempt(() => Deno.writeTextFile(new URL('./new.txt', import.meta.url), '')),
      attempt(() => new Deno.Command('/bin/sh').output())])) };`,
  );
  expect(JSON.parse((await call(curious, '/curious')).text)).toEqual([
    'done',
    'NotCapable',
    'NotCapable',
    'NotCapable',
  ]);
});

test.each([
  ['../helpers/greet.ts', 'functions/helpers/greet.ts'],
  ['../_shared/greet.ts', 'functions/_shared/greet.ts'],
  ['../../lib/deep/greet.ts', 'lib/deep/greet.ts'],
])('imports %s, which is below supabase/', async (name, path) => {
  mkdirSync(dirname(join(supabaseDir, path)), { recursive: true });
  writeFileSync(join(supabaseDir, path), GREETING);
  const importer = functionOf(
    `importer-${path.replaceAll(/\W/g, '-')}`,
    `import { greet } from '${name}';\nDeno.serve(() => new Response(greet('Eve')));`,
  );
  expect((await call(importer, '/importer')).text).toBe('Hello Eve');
});

test('imports by a name that deno.json maps to a folder below supabase/', async () => {
  mkdirSync(join(supabaseDir, 'lib'), { recursive: true });
  writeFileSync(join(supabaseDir, 'lib/greet.ts'), GREETING);
  mkdirSync(join(functions, 'aliases'));
  writeFileSync(join(functions, 'aliases/deno.json'), JSON.stringify({ imports: { '~/': '../../lib/' } }));
  const importer = functionOf(
    'aliases',
    `import { greet } from '~/greet.ts';\nDeno.serve(() => new Response(greet('Eve')));`,
  );
  expect((await call(importer, '/aliases')).text).toBe('Hello Eve');
});

test.each([
  ['../../../data.json', 'data.json'],
  ['../../config.json', null],
  ['../../.env.json', 'supabase/.env.json'],
  ['../../../supabase-data/keys.json', 'supabase-data/keys.json'],
])('imports %s only if it is below supabase/ and no setting', async (name, refused) => {
  const path = join(functions, 'importer', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '{"secret":"key"}');
  const importer = functionOf(
    'importer',
    `import data from '${name}' with { type: 'json' };
    Deno.serve(() => Response.json(data));`,
  );
  if (refused === null) return expect((await call(importer, '/importer')).status).toBe(200);
  const sentence = `supabase/functions/importer/index.ts imports ${refused}: a function may import code only from folders below supabase/.`;
  await expect(call(importer, '/importer')).rejects.toMatchObject({
    status: 503,
    message: sentence,
    reason: sentence,
  });
});

const SERVER = 'https://deno.land/std@0.168.0/http/server.ts';

test.each([
  ['a version', SERVER, {}],
  ['another version', 'https://deno.land/std@0.224.0/http/server.ts', {}],
  ['no version', 'https://deno.land/std/http/server.ts', {}],
  ['a name of deno.json', 'server', { 'deno.json': { imports: { server: SERVER, own: './own.js' } } }],
  [
    'a folder of import_map.json',
    'std/http/server.ts',
    {
      '../import_map.json': {
        imports: { 'std/': 'https://deno.land/std@0.177.0/', own: './std-serve/own.js' },
      },
    },
  ],
])('runs `serve` of deno.land/std by %s', async (_what, name, maps) => {
  const folder = join(functions, 'std-serve');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  writeFileSync(join(folder, 'own.js'), GREETING);
  onTestFinished(() => Object.keys(maps).forEach((file) => rmSync(join(folder, file), { force: true })));
  for (const [file, map] of Object.entries(maps)) writeFileSync(join(folder, file), JSON.stringify(map));
  const own = Object.keys(maps).length > 0 ? 'own' : './own.js';
  const served = functionOf(
    'std-serve',
    `import { greet } from '${own}';
    import { serve } from "${name}";
    serve(async (request: Request) => new Response(greet(await request.text())), { port: 8000 });`,
  );
  expect((await call(served, '/std-serve', 'Ada')).text).toBe('Hello Ada');
});

test('answers an error with what the handler of `serve` makes of it', async () => {
  const failing = functionOf(
    'failing',
    `import { serve } from '${SERVER}';
    serve(() => { throw new Error('no'); }, { onError: () => new Response('handled', { status: 418 }) });`,
  );
  expect(await call(failing, '/failing')).toMatchObject({ status: 418, text: 'handled' });
});

test('finishes the work of EdgeRuntime.waitUntil before it ends', async () => {
  const lines: string[] = [];
  const late = functionOf(
    'late',
    `const ended = new Promise((resolve) => addEventListener('beforeunload', resolve));
    Deno.serve(() => { EdgeRuntime.waitUntil(ended.then(() => console.log('finished'))); return new Response('ok'); });`,
    { lines },
  );
  expect((await call(late, '/late')).text).toBe('ok');
  await late.drain();
  await expect.poll(() => lines).toContain('finished');
});

test('answers 503 when an import cannot be fetched, and names the reason for the log', async () => {
  const broken = functionOf(
    'broken',
    `import 'http://127.0.0.1:1/none.js';\nDeno.serve(() => new Response());`,
  );
  await expect(call(broken, '/broken')).rejects.toMatchObject({
    status: 503,
    message: "supabase/functions/broken/index.ts did not start under Deno; the server's log has the reason.",
    reason: expect.stringMatching(/^error: .*http:\/\/127\.0\.0\.1:1\/none\.js/),
  });
});

test('replaces a process that hangs', async () => {
  const hangs = functionOf(
    'hangs',
    `Deno.serve((request: Request) => { if (request.url.endsWith('?loop')) for (;;); return new Response('ok'); });`,
    { timeoutMs: 3_000 },
  );
  // A start may take longer than an answer may.
  const text = () => call(hangs, '/hangs').then((answer) => answer.text, String);
  await expect.poll(text).toBe('ok');
  await expect(call(hangs, '/hangs?loop')).rejects.toMatchObject({ status: 504 });
  await expect.poll(text).toBe('ok');
});

test('gives a request to the next process if one has ended and the server does not know it yet', async () => {
  const exits = functionOf(
    'exits',
    `Deno.serve((request: Request) => { if (request.url.endsWith('?exit')) Deno.exit(3); return new Response('ok'); });`,
    { hearsOfEnds: false },
  );
  await expect(call(exits, '/exits?exit')).rejects.toMatchObject({ status: 500 });
  // Its connections close before its port.
  await expect.poll(() => call(exits, '/exits').then(({ text }) => text, String)).toBe('ok');
});
