import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { projectOf, serveFunctions } from './functions.sample.ts';
import { sources } from './service.sample.ts';

const supabaseDir = projectOf(sources);
const start = (timeoutMs: number, idleMs?: number) =>
  serveFunctions(supabaseDir, Object.keys(sources), { timeoutMs, idleMs });
type Running = Awaited<ReturnType<typeof start>>;
let patient: Running;
let impatient: Running;

beforeAll(async () => {
  [patient, impatient] = [await start(30_000), await start(1_000, 50)];
});

afterAll(async () => {
  await Promise.all([patient.app.close(), impatient.app.close()]);
  rmSync(supabaseDir, { recursive: true });
});

const post = (path: string, { url } = patient) => fetch(`${url}/${path}`, { method: 'POST' });
const status = async (path: string) => (await post(path)).status;

describe('the functions service', { timeout: 60_000 }, () => {
  test('passes request and response through unchanged', async () => {
    const response = await fetch(`${patient.url}/echo/deeper?x=1`, {
      method: 'PUT',
      body: '{"a":1}',
      headers: { 'x-sample': 'sample', 'content-type': 'application/json' },
    });
    expect(response.status).toBe(201);
    expect(response.headers.get('x-answer')).toBe('yes');
    expect(await response.json()).toEqual({
      method: 'PUT',
      path: '/echo/deeper',
      body: '{"a":1}',
      header: 'sample',
    });
  });

  test('finishes the work of EdgeRuntime.waitUntil, although its worker gets no more requests', async () => {
    const { app, url } = await start(30_000, 50);
    onTestFinished(() => app.close());
    const path = join(mkdtempSync(join(supabaseDir, 'behind-')), 'work');
    const response = await fetch(`${url}/behind`, { method: 'POST', body: path });
    expect(await response.text()).toBe('begun');
    writeFileSync(`${path}.go`, '');
    await expect.poll(() => existsSync(`${path}.done`)).toBe(true);
  });

  test('notifies a function that the server stops, and serves until its work is finished', async () => {
    const { app, url } = await start(30_000);
    const path = join(mkdtempSync(join(supabaseDir, 'ending-')), 'status');
    await fetch(`${url}/ending`, { method: 'POST', body: path });
    await app.close();
    expect(readFileSync(path, 'utf8')).toBe('201');
  });

  test('passes bytes through unchanged', async () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index % 256);
    const response = await fetch(`${patient.url}/bytes`, { method: 'POST', body: bytes });
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
  });

  test("shows a function Supabase's variables and nothing of the server's own", async () => {
    const environment = await (await fetch(`${patient.url}/environment`)).json();
    expect(environment).toMatchObject({
      SUPABASE_SERVICE_ROLE_KEY: 'sb_secret_test',
      SITE_URL: 'https://solostead.example',
      SMTP_CONNECTIONS: '3',
      SMTP_RATE: '14',
      SUPABASE_URL: patient.url.replace('/functions/v1', ''),
    });
    expect(environment).not.toHaveProperty('PATH');
  });

  test.each([
    ['throws', 500, 'WORKER_ERROR'],
    ['rejects', 500, 'WORKER_ERROR'],
    ['exits', 500, 'WORKER_ERROR'],
    ['unbootable', 503, 'BOOT_ERROR'],
    ['nothing', 503, 'BOOT_ERROR'],
    ['absent', 404, 'NOT_FOUND'],
    ['_shared', 404, 'NOT_FOUND'],
    ['..%2f..%2fmigrations', 404, 'NOT_FOUND'],
  ])('answers %s with %i %s and hides the reason', async (name, expected, code) => {
    const response = await post(name);
    const text = await response.text();
    expect(response.status).toBe(expected);
    expect(response.headers.get('sb-error-code')).toBe(code);
    expect(JSON.parse(text)).toEqual({ code, message: expect.any(String) });
    expect(text).not.toContain('secret words');
  });

  test.each(['hangs', 'loops'])('ends a function that %s', async (name) => {
    const response = await post(name, impatient);
    expect([response.status, await response.json()]).toMatchObject([504, { code: 'IDLE_TIMEOUT' }]);
  });

  test('ends a function that takes all memory', async () => {
    expect([546, 504]).toContain(await status('eats'));
  });

  test('stops without an error although the work behind an answer takes all memory', async () => {
    const { app, url } = await start(30_000);
    expect(await (await fetch(`${url}/eatsAtEnd`, { method: 'POST' })).text()).toBe('begun');
    await app.close();
  });

  test('stops without waiting for a call that hangs', async () => {
    const { app, url } = await start(60_000);
    const path = join(mkdtempSync(join(supabaseDir, 'replaced-')), 'work');
    const hanging = fetch(`${url}/replaced`, { method: 'POST', body: path }).catch(() => null);
    await expect.poll(() => existsSync(`${path}.begun`)).toBe(true);
    await app.close();
    expect((await hanging)?.ok ?? false).toBe(false);
  });

  test('answers the next call after a function crashed following its response', async () => {
    expect([await status('late'), await status('late')]).toEqual([200, 200]);
  });

  const askReplaced = async ({ url }: Running, body: string) =>
    (await fetch(`${url}/replaced`, { method: 'POST', body })).text();

  test('replaces a worker that fails outside of a request, after its other requests', async () => {
    const running = await start(30_000);
    onTestFinished(() => running.app.close());
    const ask = (body: string) => askReplaced(running, body);
    const path = join(mkdtempSync(join(supabaseDir, 'replaced-')), 'work');
    const first = await ask('id');
    const inProgress = ask(path);
    await expect.poll(() => existsSync(`${path}.begun`)).toBe(true);
    const failing = ask('fault');
    await expect.poll(() => ask('id')).not.toBe(first);
    writeFileSync(`${path}.go`, '');
    expect([await inProgress, await failing]).toEqual([first, first]);
  });

  test('runs the requests of a function in one worker, side by side, and none delays another function', async () => {
    const path = join(mkdtempSync(join(supabaseDir, 'replaced-')), 'work');
    const waiting = fetch(`${patient.url}/replaced`, { method: 'POST', body: path });
    await expect.poll(() => existsSync(`${path}.begun`)).toBe(true);
    expect([await status('echo'), await status('throws')]).toEqual([201, 500]);
    const worker = await askReplaced(patient, 'id');
    writeFileSync(`${path}.go`, '');
    expect(await (await waiting).text()).toBe(worker);
  });
});
