import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../user-error.ts';

/** What only Deno has, with what to write in its place. */
const denoOnly: readonly (readonly [RegExp, string])[] = [
  [/\bDeno\.\w+/, 'end it with `export default { fetch }` and read variables from process.env'],
  [
    /(?<=\bfrom\s+['"])(?:npm|jsr|https?):[^'"]+/,
    'install the package with npm and map its bare name in deno.json',
  ],
];

/**
 * Functions run on Node here and on Deno at Supabase: what only Deno understands is refused before the server starts.
 * Only a function's `index.ts` is read; what it imports fails with BOOT_ERROR at its first call.
 * @throws UserError naming the file and what it uses
 */
export function requirePortableFunctions(supabaseDir: string): void {
  const directory = join(supabaseDir, 'functions');
  if (!existsSync(directory)) return;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name, 'index.ts');
    if (!entry.isDirectory() || entry.name.startsWith('_') || !existsSync(path)) continue;
    const code = readFileSync(path, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
    for (const [pattern, remedy] of denoOnly) {
      const [used] = pattern.exec(code) ?? [];
      if (used) throw refused(entry.name, `uses ${used}, which only Deno has: ${remedy}`);
    }
    if (!/\bexport\s+default\b/.test(code)) throw refused(entry.name, 'has no `export default { fetch }`');
  }
}

const refused = (name: string, problem: string) =>
  new UserError(`supabase/functions/${name}/index.ts ${problem}.`);
