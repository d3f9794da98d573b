import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { spawnWithUs } from '@solostead/server-testkit/servers/end-with-us';
import { environment, type InstalledServer, installServer } from '../projects/package.ts';

// npm installs, and each project makes its own database.
vi.setConfig({ hookTimeout: 300_000 });

const run = promisify(execFile);
const server = join(import.meta.dirname, '../..');
const { resolve } = createRequire(import.meta.url);
const { exports } = JSON.parse(readFileSync(join(server, 'package.json'), 'utf8')) as {
  exports: Readonly<Record<string, unknown>>;
};
const entries = Object.keys(exports).map((entry) => join('@solostead/server', entry));

let installed: InstalledServer;
/** The folder of a project that has the package installed. */
let project: string;
beforeAll(async () => {
  installed = await installServer();
  project = installed.folder;
  cpSync(join(server, 'tests/fixtures/framework'), project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
});
afterAll(() => installed?.remove());

describe('the packed server in an empty folder', () => {
  test.each(entries)('can be imported as %s', async (entry) => {
    const program = `console.log(Object.keys(await import('${entry}')).length)`;
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: project });
    // The types alone are no names.
    expect(Number(stdout)).toBeGreaterThan(0);
  });

  test('brings the types of every package that its own types name', () => {
    const installedAt = join(project, 'node_modules');
    const types = globSync('@solostead/server/dist/**/*.d.ts', { cwd: installedAt });
    const names = types.flatMap((file) =>
      [...readFileSync(join(installedAt, file), 'utf8').matchAll(NAMED_PACKAGE)].map(([, name]) => name!),
    );
    expect(names).toContain('pg');
    const hasTypes = (name: string) =>
      existsSync(join(installedAt, '@types', name)) ||
      globSync(`${name}/{*.d.ts,{dist,esm,lib,typings,types}/**/*.d.ts}`, { cwd: installedAt }).length > 0;
    expect([...new Set(names)].filter((name) => !hasTypes(name))).toEqual([]);
  });

  test('type-checks a file that uses each entry', async () => {
    const text = readFileSync(join(project, 'every-entry.ts'), 'utf8');
    const used = new Set([...text.matchAll(/from '(@solostead\/server[^']*)'/g)].map(([, entry]) => entry));
    expect([...used].toSorted()).toEqual(entries.toSorted());
    writeFileSync(join(project, 'readme.ts'), exampleOfReadme());
    const { stdout } = await run(process.execPath, [
      join(resolve('typescript-7/package.json'), '../bin/tsc'),
      '-p',
      checked(),
    ]);
    expect(stdout).toBe('');
  });
});

describe('a project with the server as its framework', () => {
  test('starts the extension of the README', async () => {
    writeFileSync(join(project, 'shop.ts'), exampleOfReadme());
    const { url } = await start('shop.ts', { DATA_DIR: 'shop-data' });
    expect(await (await fetch(`${url}/orders/count`)).json()).toEqual({ n: 0 });
  });

  test('can use every part of an extension', async () => {
    const { url, keys, output } = await start('start.ts', { DATA_DIR: 'shop-data', LIMITS: 'on' });
    const api = (path: string, init: RequestInit = {}) =>
      fetch(`${url}/rest/v1/${path}`, {
        ...init,
        headers: { apikey: keys.publishable, 'content-type': 'application/json' },
      });
    const order = (...titles: string[]) =>
      api('orders', { method: 'POST', body: JSON.stringify(titles.map((title) => ({ title }))) });
    expect((await order('tea')).status).toBe(201);
    expect(await (await order('tea', 'milk')).json()).toMatchObject({ code: 'SHOP2' });
    expect(await (await fetch(`${url}/orders/count`)).json()).toEqual({ orders: 1 });
    expect((await order('expired')).status).toBe(201);
    const metrics = async () =>
      (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${keys.secret}` } })).text();
    await expect.poll(metrics).toMatch(/^shop_orders 1$/m);
    expect(await (await api('rpc/has_limits', { method: 'POST', body: '{}' })).json()).toBe(true);
    expect(output()).not.toContain('the shop has no rate limits');
  });

  test('warns and switches the limits of its SQL off with LIMITS=off', async () => {
    const { url, keys, output } = await start('start.ts', { DATA_DIR: 'shop-data', LIMITS: 'off' });
    const answer = await fetch(`${url}/rest/v1/rpc/has_limits`, { headers: { apikey: keys.publishable } });
    expect(await answer.json()).toBe(false);
    expect(output()).toContain('the shop has no rate limits');
  });
});

/** A package in an import of a declaration, and none of Node's modules or the package itself. */
const NAMED_PACKAGE = /^(?:import|export) .*from '((?!node:|@solostead\/)(?:@[^/']+\/)?[^./'][^/']*)/gm;

/** The program under "Extend it". */
function exampleOfReadme(): string {
  const [, example = ''] = /```ts\n([\s\S]+?)```/.exec(readFileSync(join(server, 'README.md'), 'utf8')) ?? [];
  expect(example.trim().split(/\n+/).length).toBeLessThanOrEqual(20);
  return example;
}

/** Writes a tsconfig.json for the project. Only the types of Node come from this repository. */
function checked(): string {
  const folder = join(project, 'checked');
  mkdirSync(folder, { recursive: true });
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2024', strict: true, noEmit: true, skipLibCheck: true },
    ...{ noUncheckedIndexedAccess: true, allowImportingTsExtensions: true, erasableSyntaxOnly: true },
    types: ['node'],
    typeRoots: [join(resolve('@types/node/package.json'), '../..')],
  };
  const files = ['every-entry.ts', 'extension.ts', 'start.ts', 'readme.ts'].map((file) =>
    join(project, file),
  );
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ files, compilerOptions }));
  return folder;
}

/** Starts a program of the project, until the test ends. */
async function start(file: string, variables: Readonly<Record<string, string>>) {
  const port = await freePort();
  const child = spawnWithUs(process.execPath, [file, '--greet'], {
    cwd: project,
    env: { ...environment(port), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  });
  let printed = '';
  const isReady = Promise.withResolvers<void>();
  child.stderr.on('data', (chunk) => (printed += chunk));
  child.stdout.on('data', (chunk) => {
    printed += chunk;
    if (printed.includes('"msg":"ready"')) isReady.resolve();
  });
  child.once('close', () => isReady.reject(new Error(printed)));
  await isReady.promise;
  const keys = JSON.parse(readFileSync(join(project, variables['DATA_DIR']!, 'keys.json'), 'utf8')) as {
    publishable: string;
    secret: string;
  };
  return { url: `http://127.0.0.1:${port}`, keys, output: () => printed };
}
