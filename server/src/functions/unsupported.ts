import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findFunction } from './call.ts';

/** What only Deno has, with what to write in its place. */
const denoOnly: readonly (readonly [RegExp, string])[] = [
  [/\bDeno\.\w+/, 'end it with `export default { fetch }` and read variables from process.env'],
  [
    /(?<=\bfrom\s+['"])(?:npm|jsr|https?):[^'"]+/,
    'install the package with npm and map its bare name in deno.json',
  ],
];

/**
 * Why the function in `file` cannot run on Node, as a sentence; null when it can. Only its `index.ts` is read: what it
 * imports fails with BOOT_ERROR at the first call.
 */
export function whyUnsupported(name: string, file: string): string | null {
  const code = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
  const found = denoOnly
    .map(([pattern, remedy]) => ({ used: pattern.exec(code)?.[0], remedy }))
    .find(({ used }) => used);
  const path = `supabase/functions/${name}/index.ts`;
  if (found) return `${path} uses ${found.used}, which only Deno has: ${found.remedy}.`;
  return /\bexport\s+default\b/.test(code) ? null : `${path} has no \`export default { fetch }\`.`;
}

/** The same for every function of a project; the server starts all the same, and these answer 503. */
export function unsupportedFunctions(supabaseDir: string): string[] {
  const directory = join(supabaseDir, 'functions');
  if (!existsSync(directory)) return [];
  return readdirSync(directory).flatMap((name) => {
    const file = findFunction(supabaseDir, name);
    return (file && whyUnsupported(name, file)) || [];
  });
}
