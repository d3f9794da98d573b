import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { z } from 'zod';
import { UserError } from '../user-error.ts';

const flag = (fallback: boolean) => z.boolean().default(fallback);
const whole = (fallback: number) => z.int().min(0).default(fallback);

const schema = z.looseObject({
  api: z
    .looseObject({ schemas: z.array(z.string()).min(1).default(['public']), max_rows: whole(1000) })
    .prefault({}),
  auth: z
    .looseObject({
      additional_redirect_urls: z.array(z.string()).default([]),
      jwt_expiry: z.int().min(1).max(604800).default(3600),
      enable_refresh_token_rotation: flag(true),
      refresh_token_reuse_interval: whole(10),
      enable_signup: flag(true),
      enable_anonymous_sign_ins: flag(false),
      enable_manual_linking: flag(false),
      minimum_password_length: z.int().min(6).max(72).default(6),
    })
    .prefault({}),
  functions: z.record(z.string(), z.looseObject({ verify_jwt: flag(true) })).default({}),
});

/** `supabase/config.toml` as the Supabase CLI would read it: its defaults, and `env(NAME)` filled in. */
export type Settings = z.output<typeof schema>;

/** Reads and checks `config.toml` at `path`; a missing file means the defaults. */
export function readSettings(
  path: string,
  environment: Readonly<Record<string, string | undefined>>,
): Settings {
  const parsed = schema.safeParse(fillIn(existsSync(path) ? parseToml(path) : {}, environment));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new UserError(`${issue?.path.join('.')} in supabase/config.toml is wrong: ${issue?.message}.`);
}

function parseToml(path: string): unknown {
  try {
    return parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    throw new UserError(`supabase/config.toml cannot be read: ${reason}.`);
  }
}

/** Replaces strings of the form `env(NAME)` by the variable's value, or by '' where it is not set. */
function fillIn(value: unknown, environment: Readonly<Record<string, string | undefined>>): unknown {
  if (typeof value === 'string') {
    const name = /^env\((\w+)\)$/.exec(value)?.[1];
    return name ? (environment[name] ?? '') : value;
  }
  if (Array.isArray(value)) return value.map((item) => fillIn(item, environment));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillIn(item, environment)]));
}
