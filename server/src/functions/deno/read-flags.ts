import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Files below `supabase/` that hold settings and no code. */
const SETTINGS = /^(?:\.env.*|\.temp|\.branches|config\.toml)$/;

/** Flags for a function that may import from every folder below `supabase/`, and read no settings of the server. */
export function readFlags({ supabaseDir, dataDir }: { supabaseDir: string; dataDir: string }): string[] {
  const settings = readdirSync(supabaseDir, { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => SETTINGS.test(name) && !parentPath.includes('node_modules'))
    .map(({ name, parentPath }) => join(parentPath, name));
  return [`--allow-read=${list([supabaseDir])}`, `--deny-read=${list([dataDir, ...settings])}`];
}

const list = (paths: readonly string[]): string => paths.map((path) => path.replaceAll(',', ',,')).join(',');

/** Returns the sentence for an import that Deno has refused, or null. Deno's own advises a flag that the project cannot set. */
export function refusedImport(errors: string, shownPath: string, supabaseDir: string): string | null {
  const path = /Requires read access to "([^"]+)"/.exec(errors)?.[1];
  if (path === undefined) return null;
  const shown = relative(dirname(supabaseDir), path);
  return `${shownPath} imports ${shown}: a function may import code only from folders below supabase/.`;
}
