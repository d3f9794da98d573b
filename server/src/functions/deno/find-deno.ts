import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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
