import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import type { Caller } from '../gateway/caller.ts';
import { authorize, findFunction } from './call.ts';

const supabaseDir = newFolder(afterAll);
for (const name of ['greet', '_shared', 'empty', '-dash'])
  mkdirSync(join(supabaseDir, 'functions', name), { recursive: true });
for (const name of ['greet', '_shared', '-dash'])
  writeFileSync(join(supabaseDir, 'functions', name, 'index.ts'), '');
writeFileSync(join(supabaseDir, 'index.ts'), '');

const settings = { enabled: true, verify_jwt: true, import_map: '', entrypoint: '' };
const project = { supabaseDir, functions: {} };

test('a function is found by the name of its folder', () => {
  expect(findFunction(project, 'greet')).toEqual({
    supabaseDir,
    file: join(supabaseDir, 'functions/greet/index.ts'),
    importMap: '',
    shownPath: 'supabase/functions/greet/index.ts',
  });
});

test('a function is found at the entrypoint of config.toml, with its import map', () => {
  const welcome = {
    ...settings,
    entrypoint: './functions/greet/index.ts',
    import_map: './functions/map.json',
  };
  expect(findFunction({ supabaseDir, functions: { welcome } }, 'welcome')).toEqual({
    supabaseDir,
    file: join(supabaseDir, 'functions/greet/index.ts'),
    importMap: join(supabaseDir, 'functions/map.json'),
    shownPath: 'supabase/functions/greet/index.ts',
  });
});

test('a function that config.toml disables is not found', () => {
  const functions = { greet: { ...settings, enabled: false } };
  expect(findFunction({ supabaseDir, functions }, 'greet')).toBeNull();
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
  expect(findFunction(project, name)).toBeNull();
});

const anon: Caller = {
  claims: { role: 'anon' },
  bearer: null,
  fault: null,
  unknownRole: null,
  address: '::1',
};

test.each([
  ['a verified token', { bearer: 'token' }, true, null],
  ['no token', {}, true, 'UNAUTHORIZED_NO_AUTH_HEADER'],
  ['a legacy key as the token', { repeatsLegacyKey: true }, true, null],
  ['an expired token', { bearer: 'token', fault: 'expired' }, true, 'UNAUTHORIZED_INVALID_JWT'],
  [
    'an unknown key with a token',
    { bearer: 'token', isKeyUnknown: true },
    true,
    'UNAUTHORIZED_INVALID_API_KEY',
  ],
  ['an unknown key if no token is required', { isKeyUnknown: true }, false, null],
  ['no token if none is required', {}, false, null],
  ['an expired token if none is required', { bearer: 'token', fault: 'expired' }, false, null],
] as const)('%s', (_what, caller, verifyJwt, code) => {
  const call = () => authorize({ ...anon, ...caller }, verifyJwt);
  if (code === null) expect(call).not.toThrow();
  else expect(call).toThrow(expect.objectContaining({ code, status: 401 }));
});
