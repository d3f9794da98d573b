import { existsSync, readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * Returns the file that maps the imports of the function in `file` under Deno, or null.
 * @param importMap absolute path of the `import_map` in config.toml, or ''
 */
export function importMapOf(file: string, importMap: string): string | null {
  const functionDir = dirname(file);
  const places = [
    ...['deno.json', 'deno.jsonc'].map((name) => join(functionDir, name)),
    ...['deno.json', 'import_map.json'].map((name) => join(functionDir, '..', name)),
  ];
  return [importMap, ...places].find((each) => each !== '' && existsSync(each)) ?? null;
}

/**
 * Returns the address that the function's import map gives a bare name which Node does not find, or null. Type
 * imports count, because Node removes none without the word `type`.
 */
export function findMappedImport(code: string, file: string, importMap: string): string | null {
  const imports = readImports(importMapOf(file, importMap));
  for (const [, name = ''] of code.matchAll(/\b(?:from|import)\s*['"]([^'".:/][^'":]*)['"]/g)) {
    const address = addressOf(name, imports);
    if (address !== null && /^(?:(?:npm|jsr|https?):|\.{1,2}\/)/.test(address) && !isInstalled(name, file))
      return address;
  }
  return null;
}

/** Returns the address of a name's entry, or null. */
function addressOf(name: string, imports: ReadonlyMap<string, string>): string | null {
  const key = keyOf(name, imports);
  return key === undefined ? null : imports.get(key)!;
}

/** Returns where a name leads by the map, or the name itself. */
export function resolveName(name: string, imports: ReadonlyMap<string, string>): string {
  const key = keyOf(name, imports);
  return key === undefined ? name : imports.get(key)! + name.slice(key.length);
}

/** The longest key that ends in a slash also maps the names below it. A key for a package of npm or JSR does too. */
function keyOf(name: string, imports: ReadonlyMap<string, string>): string | undefined {
  const keys = [...imports.keys()].filter((key) => name === key || name.startsWith(key.replace(/\/?$/, '/')));
  return keys.toSorted((one, other) => other.length - one.length)[0];
}

export function readImports(path: string | null): ReadonlyMap<string, string> {
  try {
    const { imports = {} } = JSON.parse(readFileSync(path!, 'utf8')) as { imports?: Record<string, string> };
    return new Map(Object.entries(imports));
  } catch {
    // No map, or one with comments. The import itself fails if it needs one.
    return new Map();
  }
}

function isInstalled(name: string, file: string): boolean {
  try {
    return findPackageJSON(name, pathToFileURL(file)) !== undefined;
  } catch {
    return false;
  }
}
