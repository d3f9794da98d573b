import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { unsupportedFunctions } from './unsupported.ts';

let supabaseDir: string;
beforeEach(() => void (supabaseDir = newFolder()));

function write(name: string, code: string, file = 'index.ts') {
  mkdirSync(join(supabaseDir, 'functions', name), { recursive: true });
  writeFileSync(join(supabaseDir, 'functions', name, file), code);
}

const PORTABLE = 'export default { fetch: () => new Response() };\n';

test.each([
  ['Deno.serve(() => new Response());', 'Deno.serve'],
  [`const key = Deno.env.get('KEY');\n${PORTABLE}`, 'Deno.env'],
  [`import { z } from 'npm:zod@4';\n${PORTABLE}`, 'npm:zod@4'],
  [`import { z } from "jsr:@zod/zod";\n${PORTABLE}`, 'jsr:@zod/zod'],
  [`import { serve } from 'https://deno.land/std/http/server.ts';\n${PORTABLE}`, 'https://deno.land'],
])('refuses %j, which only Deno supports', (code, used) => {
  write('greet', code);
  expect(unsupportedFunctions({ supabaseDir, functions: {} })).toEqual([
    expect.stringMatching(
      new RegExp(`^supabase/functions/greet/index\\.ts uses ${used}.*, which only Deno has: `),
    ),
  ]);
});

test('a function without a default export does not run', () => {
  write('greet', 'export const fetch = () => new Response();');
  expect(unsupportedFunctions({ supabaseDir, functions: {} })).toEqual([
    'supabase/functions/greet/index.ts has no `export default { fetch }`.',
  ]);
});

test.each([
  ['comments', `// Deno.serve(x)\n/**\n * from 'npm:zod'\n */\n${PORTABLE}`],
  ['a bare name', `import { z } from 'zod';\n${PORTABLE}`],
  ['an address that is no import', `const api = 'https://api.example';\n${PORTABLE}`],
  ['another word', `const Denominator = { x: 1 };\n${PORTABLE}`],
])('accepts %s', (_what, code) => {
  write('greet', code);
  expect(unsupportedFunctions({ supabaseDir, functions: {} })).toEqual([]);
});

test('refuses a bare name that deno.json maps and no package has, as the CLI writes it', () => {
  write('greet', JSON.stringify({ imports: { '@sample/types': 'jsr:@sample/types@^2' } }), 'deno.json');
  write('greet', `import "@sample/types/edge.d.ts";\n${PORTABLE}`);
  expect(unsupportedFunctions({ supabaseDir, functions: {} })).toEqual([
    expect.stringContaining('index.ts uses jsr:@sample/types@^2, which only Deno has: '),
  ]);
  mkdirSync(join(supabaseDir, 'node_modules/@sample/types'), { recursive: true });
  writeFileSync(join(supabaseDir, 'node_modules/@sample/types/package.json'), '{}');
  expect(unsupportedFunctions({ supabaseDir, functions: {} })).toEqual([]);
});

test('refuses a name that deno.json maps to a folder, which only Deno supports', () => {
  write('greet', JSON.stringify({ imports: { '~/': '../../lib/' } }), 'deno.json');
  write('greet', `import { greet } from '~/greet.ts';\n${PORTABLE}`);
  expect(unsupportedFunctions({ supabaseDir, functions: {} })).toEqual([
    expect.stringContaining('index.ts uses the address ../../lib/ of its import map, which only Deno has: '),
  ]);
});

test('refuses what a file from _shared uses, however it is reached', () => {
  write('_shared', "export { url } from './environment.ts';", 'client.ts');
  write('_shared', "import './client.ts';\nexport const url = Deno.env.get('URL');", 'environment.ts');
  write('greet', `import { url } from '../_shared/client.ts';\n${PORTABLE}`);
  expect(unsupportedFunctions({ supabaseDir, functions: {} })).toEqual([
    expect.stringContaining('supabase/functions/greet/index.ts uses Deno.env, which only Deno has: '),
  ]);
});

test('reads no file that the function does not import, or for its types alone', () => {
  write('_shared', 'Deno.serve();');
  write('greet', `import type { Url } from '../_shared/index.ts';\n${PORTABLE}`);
  write('greet', 'Deno.serve();', 'deno-only.ts');
  write('empty', 'Deno.serve();', 'notes.md');
  expect(unsupportedFunctions({ supabaseDir, functions: {} })).toEqual([]);
});

test.each([
  ['SUPABASE_DB_URL', {}, true],
  ['SB_REGION', {}, true],
  ['SMTP_URL', {}, true],
  ['SMTP_URL', { SMTP_URL: '' }, false],
  ['SUPABASE_DB_URL', { SUPABASE_DB_URL: 'postgresql://localhost' }, false],
  ['SUPABASE_URL', {}, false],
])('names %s where the secrets are %j: %s', (name, functionSecrets, isMissing) => {
  write('greet', `const value = process.env.${name};\n${PORTABLE}`);
  const sentence = `supabase/functions/greet/index.ts names ${name}, which is set only by [edge_runtime.secrets] of config.toml.`;
  expect(unsupportedFunctions({ supabaseDir, functions: {}, functionSecrets })).toEqual(
    isMissing ? [sentence] : [],
  );
});

test('a project without functions is fine', () => {
  expect(unsupportedFunctions({ supabaseDir, functions: {} })).toEqual([]);
});
