import { existsSync, readFileSync } from 'node:fs';
import { parse, TomlError } from 'smol-toml';
import { z } from 'zod';
import { auth } from './auth.ts';
import { absent, count, fixed, flag, table, text } from './table.ts';
import { switchOffUnset, unsetVariable, valueAt, variableOf } from './unset-variables.ts';
import { UserError } from '../user-error.ts';

const api = table({
  enabled: fixed(true),
  port: count(54321),
  schemas: z.array(z.string()).min(1).default(['public']),
  extra_search_path: z.array(z.string()).default(['public', 'extensions']),
  max_rows: count(1000),
  /** The public origin of the API, which may differ from the site's. */
  external_url: text(),
  tls: absent,
  /** True if new tables and functions in `public` are granted to the API's roles. */
  auto_expose_new_tables: flag(true),
}).prefault({});

const oneFunction = table({
  enabled: flag(true),
  verify_jwt: flag(true),
  /** Relative to supabase/, by default `deno.json` of the function's folder. Deno reads it. */
  import_map: text(),
  /** Relative to supabase/, by default `functions/NAME/index.ts`. */
  entrypoint: text(),
  /** Files in the folder of the function, which it may read anyway. */
  static_files: z.array(z.string()).optional(),
});

const migrations = z.looseObject({ enabled: flag(true) });
const seed = z.looseObject({ enabled: flag(true), sql_paths: z.array(z.string()).default(['./seed.sql']) });

const schema = z.looseObject({
  project_id: text('supabase').refine((id) => id.trim() !== '', { error: 'it must not be empty' }),
  api,
  auth,
  db: z.looseObject({ migrations: migrations.prefault({}), seed: seed.prefault({}) }).prefault({}),
  functions: z.record(z.string(), oneFunction).default({}),
  edge_runtime: z
    .looseObject({ enabled: flag(true), secrets: z.record(z.string(), z.string()).default({}) })
    .prefault({}),
});

/** `supabase/config.toml` as the Supabase CLI reads it, with its names and defaults, and `env(NAME)` replaced. */
export type ConfigToml = z.output<typeof schema> & {
  /** A sentence for each feature that is off because a variable is not set. */
  readonly switchedOff: readonly string[];
};

/**
 * Reads and validates `config.toml` at `path`. A missing file means the defaults, unless SUPABASE_CONFIG names it.
 * @throws UserError that names the setting, and the file as `supabase/config.toml`
 */
export function readConfigToml(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): ConfigToml {
  if (environment['SUPABASE_CONFIG'] && !existsSync(path)) {
    throw new UserError(
      `SUPABASE_CONFIG names ${path}, which does not exist: correct it, or leave the variable out.`,
    );
  }
  const name = environment['SUPABASE_CONFIG']
    ? `${path}, which SUPABASE_CONFIG names,`
    : 'supabase/config.toml';
  const { settings, warnings } = switchOffUnset(existsSync(path) ? parseToml(path, name) : {}, environment);
  const parsed = schema.safeParse(fillIn(settings, environment));
  if (parsed.success) return { ...parsed.data, switchedOff: warnings };
  const issue = parsed.error.issues[0]!;
  const unset = unsetVariable(valueAt(settings, issue.path), environment);
  throw wrongSetting(issue.path.join('.'), unset ? `the variable ${unset} is not set` : issue.message);
}

/** The error for a wrong setting of config.toml. `problem` is a clause. */
export const wrongSetting = (name: string, problem: string): UserError =>
  new UserError(`${name} in supabase/config.toml is wrong: ${problem.replace(/\.$/, '')}.`);

function parseToml(path: string, name: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const place = error instanceof TomlError ? ` in line ${error.line}` : '';
    const reason = (error as Error).message.split('\n')[0];
    throw new UserError(`${name} cannot be read${place}: ${reason}.`);
  }
}

/** Replaces strings of the form `env(NAME)` by the variable's value, or by '' where it is not set. */
function fillIn(value: unknown, environment: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string') {
    const name = variableOf(value);
    return name ? (environment[name] ?? '') : value;
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, environment));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, environment)]));
}
