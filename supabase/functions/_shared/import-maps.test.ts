import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '..');
const functionNames = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'index.ts')));

/** Returns the packages that a file imports, itself and through others. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, 'utf8');
  const imports = [
    ...text.matchAll(/^(?:import|export)(?! type\b)[^;]*?from '([^']+)'/gm),
    ...text.matchAll(/import\('([^']+)'\)/g),
  ];
  return imports.flatMap(([, from = '']) => {
    if (from.startsWith('.')) return packagesOf(join(dirname(file), from), seen);
    return from.startsWith('node:') ? [] : [from];
  });
}

const versionOf = (name: string): string =>
  (
    JSON.parse(readFileSync(join(folder, '../../node_modules', name, 'package.json'), 'utf8')) as {
      version: string;
    }
  ).version;

// Supabase's runtime finds a package only by the import map of the function.
it.each(functionNames)(
  'the import map of %s has the packages that it imports, in the versions installed here',
  (name) => {
    const { imports } = JSON.parse(readFileSync(join(folder, name, 'deno.json'), 'utf8')) as {
      imports: object;
    };
    const packages = [...new Set(packagesOf(join(folder, name, 'index.ts')))].toSorted();
    expect(imports).toEqual(Object.fromEntries(packages.map((one) => [one, `npm:${one}@${versionOf(one)}`])));
  },
);
