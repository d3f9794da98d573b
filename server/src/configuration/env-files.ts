import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'dotenv';

type Variables = Readonly<Record<string, string>>;

/** Returns the variables of a file, none if it does not exist. */
export const readEnvFile = (path: string): Variables => (existsSync(path) ? parse(readFileSync(path)) : {});

/** The names of a folder's files, later ones first. */
const names = ['.env', '.env.development', '.env.local', '.env.development.local'];

/** Returns the variables for `env(NAME)` in config.toml from the files that the Supabase CLI reads, `supabase/` first. */
export function readCliEnvFiles(projectDir: string): Variables {
  const files = [projectDir, join(projectDir, 'supabase')].flatMap((folder) =>
    names.map((name) => join(folder, name)),
  );
  return Object.assign({}, ...files.map(readEnvFile)) as Variables;
}

/** Returns the variables of `supabase/functions/.env`. As for the CLI, names that begin with SUPABASE_ are not taken. */
export function readFunctionsEnvFile(supabaseDir: string): Variables {
  const variables = Object.entries(readEnvFile(join(supabaseDir, 'functions/.env')));
  return Object.fromEntries(variables.filter(([name]) => !name.startsWith('SUPABASE_')));
}
