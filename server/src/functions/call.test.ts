import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { Caller } from '../gateway/caller.ts';
import { authorize, findFunction } from './call.ts';

const supabaseDir = mkdtempSync(join(tmpdir(), 'solostead-call-'));
for (const name of ['greet', '_shared', 'empty', '-dash'])
  mkdirSync(join(supabaseDir, 'functions', name), { recursive: true });
for (const name of ['greet', '_shared', '-dash'])
  writeFileSync(join(supabaseDir, 'functions', name, 'index.ts'), '');
writeFileSync(join(supabaseDir, 'index.ts'), '');
afterAll(() => rmSync(supabaseDir, { recursive: true }));

test('a function is found by the name of its folder', () => {
  expect(findFunction(supabaseDir, 'greet')).toBe(join(supabaseDir, 'functions/greet/index.ts'));
});

test.each([
  'missing',
  'empty',
  '_shared',
  '-dash',
  '..',
  '.',
  '',
  'greet/',
  'greet/../greet',
  'greet%2f',
  'GREET\0',
])('there is no function %j', (name) => {
  expect(findFunction(supabaseDir, name)).toBeNull();
});

const anon: Caller = {
  keyRole: 'anon',
  claims: { role: 'anon' },
  bearer: null,
  fault: null,
  unknownRole: null,
  address: '::1',
};

test.each([
  ['a verified token', { bearer: 'token' }, true, null],
  ['no token', {}, true, 'UNAUTHORIZED_NO_AUTH_HEADER'],
  ['an expired token', { bearer: 'token', fault: 'expired' }, true, 'UNAUTHORIZED_INVALID_JWT'],
  ['no token if none is required', {}, false, null],
  ['an expired token if none is required', { bearer: 'token', fault: 'expired' }, false, null],
] as const)('%s', (_what, caller, verifyJwt, code) => {
  const call = () => authorize({ ...anon, ...caller }, verifyJwt);
  if (code === null) expect(call).not.toThrow();
  else expect(call).toThrow(expect.objectContaining({ code, status: 401 }));
});
