import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The file of the function called `name`, or null; folders that start with `_` hold what functions share. */
export function findFunction(supabaseDir: string, name: string): string | null {
  if (!/^[A-Za-z0-9][A-Za-z0-9_-]*$/.test(name)) return null;
  const file = join(supabaseDir, 'functions', name, 'index.ts');
  return existsSync(file) ? file : null;
}
