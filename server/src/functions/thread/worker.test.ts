import { rmSync } from 'node:fs';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectOf, serveFunctions } from '../functions.sample.ts';
import { FAULTY, SOURCE } from './worker.sample.ts';

interface Line {
  readonly reqId?: string;
  readonly function?: string;
  readonly msg: string;
}

const supabaseDir = projectOf({ prints: SOURCE, faulty: FAULTY });
const lines: Line[] = [];
const stream = new Writable({
  write(chunk, _encoding, done) {
    lines.push(JSON.parse(String(chunk)) as Line);
    done();
  },
});
let running: Awaited<ReturnType<typeof serveFunctions>>;

beforeAll(async () => {
  const logging = { logger: { stream }, genReqId: () => 'the-request' };
  running = await serveFunctions(supabaseDir, ['prints', 'faulty'], {}, logging);
});
afterAll(async () => {
  await running.app.close();
  rmSync(supabaseDir, { recursive: true, force: true });
});

test('every way to print through the console names the request', async () => {
  expect(await (await fetch(`${running.url}/prints`)).text()).toBe('done');
  await expect.poll(() => lines.some(({ msg }) => msg === 'of the module')).toBe(true);
  const printed = lines.filter((line) => line.function === 'prints');
  expect(printed.filter(({ reqId }) => reqId !== 'the-request')).toEqual([]);
  const messages = printed.map(({ msg }) => msg);
  expect(messages).toEqual(
    expect.arrayContaining([
      'two',
      'lines { of: 1 }',
      '{ deep: { deeper: { deepest: 1 } } }',
      expect.stringMatching(/^│ 0 +│ 'cell' +│$/),
      'group',
      '  inside',
      expect.stringMatching(/^clock: .*ms half$/),
      expect.stringMatching(/^clock: .*ms$/),
      'counted: 1',
      'Assertion failed: asserted',
      'Trace: traced',
      expect.stringMatching(/^ +at .*index\.ts/),
    ]),
  );
});

test('a failure after an answer names the request', async () => {
  expect(await (await fetch(`${running.url}/faulty`)).text()).toBe('done');
  const faults = () => lines.filter((line) => line.function === 'faulty');
  for (const words of ['behind the answer', 'a promise that was let go'])
    await expect
      .poll(faults)
      .toContainEqual(expect.objectContaining({ reqId: 'the-request', msg: expect.stringContaining(words) }));
});
