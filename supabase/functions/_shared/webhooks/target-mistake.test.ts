import { expect, it } from 'vitest';
import type { Resolve } from './post-checked.ts';
import { targetMistake } from './target-mistake.ts';

const tests = { places: new Map(), ca: null };
/** Resolves every name to addresses with blanks between them, or fails with a code. */
const answering =
  (answer: string): Resolve =>
  () =>
    /^E[A-Z_]+$/.test(answer)
      ? Promise.reject(Object.assign(new Error(answer), { code: answer }))
      : Promise.resolve(
          answer
            .split(' ')
            .filter(Boolean)
            .map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
        );

it.each<[string, string, RegExp | null]>([
  ['https://hooks.example/a', '93.184.216.34', null],
  ['https://hooks.example/a', '2a00:1450:4001::1 93.184.216.34', null],
  ['https://93.184.216.34/', 'EUNASKED', null],
  ['https://hooks.example/a', '10.0.0.7', /open Internet/],
  ['https://hooks.example/a', '93.184.216.34 ::1', /open Internet/],
  ['https://hooks.example/a', '169.254.169.254', /open Internet/],
  ['https://hooks.example/a', '', /open Internet/],
  ['https://127.0.0.1/x', 'EUNASKED', /open Internet/],
  ['https://2130706433/x', 'EUNASKED', /open Internet/],
  ['https://0x7f.1/x', 'EUNASKED', /open Internet/],
  ['https://192.168.1.5/hook', 'EUNASKED', /open Internet/],
  ['https://[::1]/x', 'EUNASKED', /open Internet/],
  ['https://[fd00::1]/x', 'EUNASKED', /open Internet/],
  ['https://[::ffff:7f00:1]/x', 'EUNASKED', /open Internet/],
  ['https://localhost/x', 'EUNASKED', /open Internet/],
  ['https://nothing.invalid/x', 'ENOTFOUND', /leads nowhere/],
  ['https://hooks.example/x', 'ESERVFAIL', /leads nowhere/],
  ['http://hooks.example/', 'EUNASKED', /begins with https/],
  ['https://hooks.example:8443/', 'EUNASKED', /begins with https/],
  ['https://user@hooks.example/', 'EUNASKED', /begins with https/],
  ['hooks.example', 'EUNASKED', /begins with https/],
  ['', 'EUNASKED', /begins with https/],
])('%j, whose name is answered by %j, is refused with %s', async (url, answer, expected) => {
  const mistake = await targetMistake(url, tests, true, answering(answer));
  if (expected) expect(mistake).toMatch(expected);
  else expect(mistake).toBeNull();
});

it.each([
  ['ENOTFOUND', true],
  ['ENODATA', true],
  ['ERR_NOT_IMPLEMENTED', false],
  ['ECONNREFUSED', false],
])('without a sure resolver %s refuses a name: %s', async (code, isRefused) => {
  const mistake = await targetMistake('https://hooks.example/', tests, false, answering(code));
  expect(mistake !== null).toBe(isRefused);
});
