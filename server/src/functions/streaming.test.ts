import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { denoProject } from './deno/deno.sample.ts';
import { projectOf, serveFunctions } from './functions.sample.ts';
import { STREAMING } from './streaming.sample.ts';

interface Runtime {
  readonly url: string;
  readonly marks: string[];
  readonly close: () => Promise<void>;
}

async function start(supabaseDir: string, times: { streamIdleMs?: number } = {}): Promise<Runtime> {
  const marks: string[] = [];
  const stream = { write: (line: string) => void marks.push((JSON.parse(line) as { msg: string }).msg) };
  const { app, url } = await serveFunctions(supabaseDir, ['kinds'], times, { logger: { stream } });
  return { url: `${url}/kinds`, marks, close: () => app.close() };
}

const deno = denoProject({ kinds: `${STREAMING}\nvoid Deno.version;` });
const node = projectOf({ kinds: STREAMING });
afterAll(() => rmSync(node, { recursive: true, force: true }));

describe.each([
  ['Node', node, null],
  ['Deno', deno.supabaseDir, deno.reason],
])('the answer of a function on %s', { timeout: 60_000 }, (_runtime, supabaseDir, reason) => {
  let running: Runtime;
  beforeAll(async () => {
    if (reason === null) running = await start(supabaseDir);
  });
  afterAll(() => running?.close());
  const testHere = test.skipIf(reason !== null);
  const marked = (name: string) => expect.poll(() => running.marks, { timeout: 20_000 }).toContain(name);
  const get = (path: string, init: RequestInit = {}) => fetch(`${running.url}/${path}`, init);

  testHere.each(['', 'gzip, br'])('streams each event at once, with accept-encoding %j', async (encoding) => {
    const of = encoding.length;
    const response = await get(`chunks?of=${of}`, {
      headers: { 'accept-encoding': encoding || 'identity' },
    });
    expect(response.headers.get('x-accel-buffering')).toBe('no');
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    for (const name of ['a', 'b', 'c']) {
      expect((await reader.read()).value).toBe(`data: ${name}\n\n`);
      await get(`open?gate=${of}${name}`);
    }
    expect((await reader.read()).done).toBe(true);
  });

  testHere('is cancelled when the client goes away', async () => {
    const leaving = new AbortController();
    const response = await get('endless', { signal: leaving.signal });
    await response.body!.getReader().read();
    leaving.abort();
    await marked('mark cancelled');
  });

  testHere.each(['fails', 'exits'])('breaks off if the stream %s, and hides the reason', async (kind) => {
    const response = await get(kind);
    expect(response.status).toBe(200);
    const reader = response.body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('first');
    await expect(reader.read()).rejects.toThrow();
    // A call in the moment in which a process ends may fail.
    await expect.poll(async () => (await get('early')).status).toBe(200);
  });

  testHere('waits for a client that reads slowly', async () => {
    const before = running.marks.length;
    const call = httpRequest(`${running.url}/large`).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    let bytes = 0;
    let isSlow = true;
    for await (const chunk of response) {
      bytes += (chunk as Buffer).length;
      if (!isSlow || bytes < 2 * 1024 * 1024) continue;
      isSlow = false;
      await marked('mark sent 2');
      await get('early');
      // Whatever the sockets of this machine hold, it is not all.
      expect(running.marks.slice(before)).not.toContain('mark all');
    }
    expect(bytes).toBe(99 * 1024 * 1024);
    await marked('mark all');
  });

  testHere.each([
    ['empty', 200, ''],
    ['204', 204, ''],
    ['304', 304, ''],
    ['gzip', 200, 'zipped'],
  ])('of kind %s has status %i and the body %j', async (kind, status, body) => {
    const response = await get(kind);
    expect([response.status, await response.text()]).toEqual([status, body]);
  });

  testHere.each(['bad204', 'nothing', 'strings', 'failsAtOnce'])(
    'of kind %s is 500 or breaks off without the reason',
    async (kind) => {
      const answer = await get(kind)
        .then(async (response) => [response.status, await response.text()])
        .catch(() => [500, '']);
      expect(answer[0]).toBe(500);
      expect(answer[1]).not.toContain('secret words');
    },
  );

  testHere('of 20 MB in one chunk arrives with its length', async () => {
    const response = await get('huge');
    const bytes = await response.bytes();
    expect([response.headers.get('content-length'), bytes.length, bytes.every((byte) => byte === 7)]).toEqual(
      [String(20 * 1024 * 1024), 20 * 1024 * 1024, true],
    );
  });

  testHere('has every cookie', async () => {
    const response = await get('cookies');
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
    expect(await response.text()).toBe('x');
  });

  testHere('has every value of a header', async () => {
    expect((await get('links')).headers.get('link')).toBe('<a>, <b>');
  });

  testHere.each(['endless', 'method', 'huge'])('to HEAD has no body, for the kind %s', async (kind) => {
    const response = await get(kind, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
  });

  testHere('comes also before the body of 6 MB was read', async () => {
    const body = new Uint8Array(6 * 1024 * 1024);
    expect(await (await get('early', { method: 'POST', body })).text()).toBe('early');
    expect(await (await get('length', { method: 'POST', body })).json()).toEqual({ bytes: body.length });
  });

  testHere('shows the function no header of the server, and its own address', async () => {
    const sent = { 'x-boot-token': 'mine', 'x-boot-origin': 'http://other.example', 'x-sample': 'yes' };
    const response = await get('headers?x=1', { headers: sent });
    const { url, headers } = (await response.json()) as { url: string; headers: Record<string, string> };
    expect(url).toBe(`${new URL(running.url).origin}/kinds/headers?x=1`);
    expect(headers['x-sample']).toBe('yes');
    expect(Object.keys(headers).filter((name) => name.startsWith('x-boot'))).toEqual([]);
  });

  testHere('ends a stream that has no data for the idle limit', async () => {
    const impatient = await start(supabaseDir, { streamIdleMs: 300 });
    onTestFinished(impatient.close);
    const reader = (await fetch(`${impatient.url}/silent`)).body!.getReader();
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('first');
    await expect(reader.read()).rejects.toThrow();
    await expect.poll(() => impatient.marks).toContain('mark cancelled');
  });

  testHere('ends with the server after its grace', async () => {
    const stopping = await start(supabaseDir);
    const reader = (await fetch(`${stopping.url}/endless`)).body!.getReader();
    await reader.read();
    const closed = stopping.close();
    const rest = (async () => {
      while (!(await reader.read()).done);
    })();
    await expect(rest).rejects.toThrow();
    await closed;
  });
});

test('answers to one network take a quarter of the streams, and leave its other calls and others alone', async () => {
  const running = await start(node);
  onTestFinished(running.close);
  const leaving = new AbortController();
  const get = (kind: string, network: number, signal?: AbortSignal) =>
    fetch(`${running.url}/${kind}`, {
      headers: { 'x-test-address': `10.0.${network}.1` },
      ...(signal && { signal }),
    });
  const first = await Promise.all(Array.from({ length: 25 }, () => get('endless', 0, leaving.signal)));
  expect(first.map(({ status }) => status)).toEqual(Array(25).fill(200));
  expect([(await get('endless', 0)).status, (await get('early', 0)).status]).toEqual([429, 200]);
  expect((await get('chunks?of=x', 1, leaving.signal)).status).toBe(200);
  leaving.abort();
  await expect.poll(async () => (await get('endless', 0, AbortSignal.timeout(500))).status).toBe(200);
});
