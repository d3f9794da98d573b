import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { needs } from '@solostead/server-testkit/needs';
import { askFrom } from '../rest/ask-from.ts';
import { expect, itStarting, untilKnown } from '../rest/fixtures.ts';
import { megabytesInAll } from '../rest/memory-of.ts';
import { asks } from '../rest/memory-requests.ts';

const schema = readFileSync(join(import.meta.dirname, '../rest/memory.sql'), 'utf8');

const test = itStarting({ LIMITS: 'on' });
const onLinux = needs(process.platform === 'linux', 'no /proc here');

const MOST_OF_TWELVE = 400;

test.beforeAll(async ({ lab }) => {
  await lab.sql(schema);
  await untilKnown(lab, 'several');
});

test('needs little memory for twelve requests at once, and answers others', onLinux, async ({ lab }) => {
  const paths = asks.filter(([, , , ask]) => Object.keys(ask).length === 0).map(([, , path]) => path);
  let isOver = false;
  let most = 0;
  const watch = async () => {
    for (; !isOver; await new Promise((resolve) => setTimeout(resolve, 20)))
      most = Math.max(most, await megabytesInAll(lab));
  };
  // With the connections that as many plain requests open.
  const plain = [1, 2, 3].flatMap((network) =>
    Array.from({ length: 4 }, () => askFrom(lab, `127.0.${network}.1`, '/clients?select=id')),
  );
  await Promise.all(plain);
  const idle = await megabytesInAll(lab);
  const watching = watch();
  const flood = [1, 2, 3].flatMap((network) =>
    [0, 1, 2, 3].map(async (start) => {
      for (let at = start; at < paths.length; at += 4) await askFrom(lab, `127.0.${network}.1`, paths[at]!);
    }),
  );
  const tookMs: number[] = [];
  const ask = async () => {
    while (!isOver) {
      const begun = performance.now();
      expect(await askFrom(lab, '127.0.9.1', '/clients?select=id')).toBe(200);
      tookMs.push(performance.now() - begun);
    }
  };
  const asking = ask();
  await Promise.all(flood);
  isOver = true;
  await Promise.all([watching, asking]);
  expect(most - idle).toBeLessThan(MOST_OF_TWELVE);
  expect(tookMs.toSorted((one, other) => one - other)[Math.floor(tookMs.length / 2)]).toBeLessThan(1000);
});
