import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findFunction } from './call.ts';
import { createRequire } from 'node:module';

/** Features that only Deno has, each with a replacement. */
const denoOnly: readonly (readonly [RegExp, string])[] = [
  [/\bDeno\.\w+/, 'end it with `export default { fetch }` and read variables from process.env'],
  [
    /(?<=\bfrom\s+['"])(?:npm|jsr|https?):[^'"]+/,
    'install the package with npm and map its bare name in deno.json',
  ],
];

/** Returns what the function in `file` uses that only Deno has, with what to write in its place, or null. */
function findDenoOnly(file: string): { readonly used: string; readonly remedy: string } | null {
  const code = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, '');
  for (const [pattern, remedy] of denoOnly) {
    const used = pattern.exec(code)?.[0];
    if (used) return { used, remedy };
  }
  return null;
}

/** True if the function in `file` runs under Deno and not in a thread of Node. */
export const needsDeno = (file: string): boolean => findDenoOnly(file) !== null;

/** Returns why the function in `file` cannot run, or null. Its `index.ts` is read, imports at the first call. */
export function whyUnsupported(name: string, file: string): string | null {
  const found = findDenoOnly(file);
  const path = `supabase/functions/${name}/index.ts`;
  if (found && findDeno(dirname(file))) return null;
  if (found)
    return `${path} uses ${found.used}, which only Deno has: install it with \`npm install deno\`, or ${found.remedy}.`;
  return /\bexport\s+default\b/.test(readFileSync(file, 'utf8'))
    ? null
    : `${path} has no \`export default { fetch }\`.`;
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

/** The names of npm's packages with the program, without and with the C library. */
const packageNames = ['', '-glibc'].map((end) => `@deno/${process.platform}-${process.arch}${end}`);

/** Returns the program of the npm package `deno` that the project of `folder` has installed, or null. */
export function findDeno(folder: string): string | null {
  const program = process.platform === 'win32' ? 'deno.exe' : 'deno';
  try {
    const installed = createRequire(join(folder, 'index.js')).resolve('deno/package.json');
    const packages = packageNames.map((name) => join(dirname(installed), '..', name, program));
    return packages.find((file) => existsSync(file)) ?? null;
  } catch {
    return null;
  }
}
