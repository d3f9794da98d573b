import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes a config.toml for one server under test. `env` makes the server use it. */
export function writeConfig(toml: string): { env: Record<string, string>; remove(): void } {
  const directory = mkdtempSync(join(tmpdir(), 'solostead-config-'));
  const path = join(directory, 'config.toml');
  writeFileSync(path, toml);
  return {
    env: { SUPABASE_CONFIG: path },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}
