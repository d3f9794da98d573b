import { parse as parseEnvironment } from 'dotenv';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { keepKeys, type Keys } from './configuration/keys.ts';
import { readSettings, type Settings } from './configuration/settings.ts';
import { readVariables } from './configuration/variables.ts';
import { UserError } from './user-error.ts';

export type { Keys };

/** Everything the server may be told, checked once; see `.env.example` for what each variable means. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The public origin, without a trailing slash; the base of links in mails. */
  readonly siteUrl: string;
  /** Absolute. */
  readonly dataDir: string;
  /** Absolute path of the built site. */
  readonly siteDir: string;
  /** Absolute path of `supabase/`. */
  readonly supabaseDir: string;
  /** Null: the embedded PostgreSQL in `dataDir`. */
  readonly databaseUrl: string | null;
  readonly mail: MailConfig;
  readonly backup: BackupConfig;
  readonly keys: Keys;
  readonly trustedProxies: readonly string[];
  /** Where pages send requests besides their own origin: PUBLIC_SUPABASE_URL, when the site was built with one. */
  readonly apiOrigins: readonly string[];
  /** False only in tests and benchmarks: rate limits and abuse brakes are off. */
  readonly limits: boolean;
  readonly auth: AuthConfig;
  /** `[functions.<name>]` of config.toml. */
  readonly functions: Readonly<Record<string, { readonly verifyJwt: boolean }>>;
  /** `[api]` of config.toml. */
  readonly api: { readonly schemas: readonly string[]; readonly maxRows: number };
}

export interface BackupConfig {
  /** Absolute; null: the server makes no backups by itself. */
  readonly dir: string | null;
  readonly everyHours: number;
  readonly keep: number;
}

export interface MailConfig {
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Who hears of each confirmed application; null: nobody. */
  readonly toLab: string | null;
  /** Where mail is captured when there is no `smtpUrl`. */
  readonly outboxDir: string;
}

/** The `[auth]` tables of `supabase/config.toml`, as parsed and checked; the auth service narrows what it needs. */
export interface AuthConfig {
  readonly jwtExpirySeconds: number;
  readonly enableRefreshTokenRotation: boolean;
  readonly refreshTokenReuseIntervalSeconds: number;
  readonly enableSignup: boolean;
  readonly enableAnonymousSignIns: boolean;
  readonly enableManualLinking: boolean;
  readonly minimumPasswordLength: number;
  readonly additionalRedirectUrls: readonly string[];
  /** The raw `[auth]` table, for sections that only the auth service reads. */
  readonly toml: Readonly<Record<string, unknown>>;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The repository's root, which relative paths in variables start from. */
export const root = join(import.meta.dirname, '../..');

/** Reads the environment, `.env` beneath it and `supabase/config.toml`; makes keys where none are given. */
export function readConfig(processEnvironment: Environment = process.env): Config {
  const { given, ...config } = readAllButKeys(processEnvironment);
  return { ...config, keys: chooseKeys(given, config.dataDir) };
}

/** The same for what must leave no keys behind. Several copies must be given theirs all the same. */
export function readConfigWithoutKeys(): Omit<Config, 'keys'> {
  const { given, ...config } = readAllButKeys(process.env);
  missingKey(given);
  return config;
}

function readAllButKeys(
  processEnvironment: Environment,
): Omit<Config, 'keys'> & { readonly given: ReturnType<typeof readVariables> } {
  const environment = { ...readDotEnv(), ...withoutMailbox(processEnvironment) };
  const given = readVariables(environment);
  const dataDir = resolve(root, given.DATA_DIR);
  const siteUrl = given.SITE_URL ?? `http://localhost:${given.PORT}`;
  if (!given.SMTP_URL && !given.MAIL && !isLoopback(siteUrl)) {
    throw new UserError(
      'SMTP_URL must be set where SITE_URL is public (or MAIL=capture to keep mails in files).',
    );
  }
  const supabaseDir = join(root, 'supabase');
  const settings = readSettings(resolve(root, given.SUPABASE_CONFIG), environment);
  return {
    given,
    host: given.HOST,
    port: given.PORT,
    siteUrl,
    dataDir,
    siteDir: resolve(root, given.SITE_DIST),
    supabaseDir,
    databaseUrl: given.DATABASE_URL ?? null,
    mail: {
      smtpUrl: (given.MAIL ? null : given.SMTP_URL) ?? null,
      from: given.MAIL_FROM ?? `Solostead <hello@${new URL(siteUrl).hostname}>`,
      toLab: given.MAIL_TO_LAB ?? null,
      outboxDir: join(dataDir, 'outbox'),
    },
    backup: {
      dir: given.BACKUP_DIR ? resolve(root, given.BACKUP_DIR) : null,
      everyHours: given.BACKUP_HOURS,
      keep: given.BACKUP_KEEP,
    },
    trustedProxies: given.TRUSTED_PROXIES,
    apiOrigins: given.PUBLIC_SUPABASE_URL ? [given.PUBLIC_SUPABASE_URL] : [],
    limits: given.LIMITS === 'on',
    ...fromSettings(settings),
  };
}

/** The site's build takes these; a local address is left out, so that another port means no other build. */
export function siteVariables(config: Config): Readonly<Record<string, string>> {
  return {
    SITE_DIST: config.siteDir,
    SITE_URL: isLoopback(config.siteUrl) ? '' : config.siteUrl,
    PUBLIC_SUPABASE_URL: config.apiOrigins[0] ?? '',
    PUBLIC_SUPABASE_KEY: config.keys.publishable,
  };
}

/** A login sets MAIL to the path of the person's mailbox, which tells us nothing. */
function withoutMailbox(environment: Environment): Environment {
  const { MAIL, ...others } = environment;
  return MAIL?.startsWith('/') ? others : environment;
}

function readDotEnv(): Environment {
  const path = join(root, '.env');
  return existsSync(path) ? parseEnvironment(readFileSync(path)) : {};
}

/** The first key that is not given; with DATABASE_URL all must be, for several copies must agree. */
function missingKey(given: ReturnType<typeof readVariables>): string | undefined {
  const needed = ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'JWT_KEYS'] as const;
  const missing = needed.find((name) => !given[name]);
  if (given.DATABASE_URL && missing) {
    throw new UserError(`${missing} must be set where DATABASE_URL is, so that all copies agree.`);
  }
  return missing;
}

/** Given keys win over kept ones. */
function chooseKeys(given: ReturnType<typeof readVariables>, dataDir: string): Keys {
  const kept = missingKey(given) ? keepKeys(dataDir) : null;
  return {
    publishable: given.SUPABASE_PUBLISHABLE_KEY ?? kept!.publishable,
    secret: given.SUPABASE_SECRET_KEY ?? kept!.secret,
    jwks: given.JWT_KEYS ?? kept!.jwks,
    jwtSecret: given.JWT_SECRET ?? null,
  };
}

function fromSettings({ api, auth, functions }: Settings): Pick<Config, 'auth' | 'functions' | 'api'> {
  return {
    api: { schemas: api.schemas, maxRows: api.max_rows },
    auth: {
      jwtExpirySeconds: auth.jwt_expiry,
      enableRefreshTokenRotation: auth.enable_refresh_token_rotation,
      refreshTokenReuseIntervalSeconds: auth.refresh_token_reuse_interval,
      enableSignup: auth.enable_signup,
      enableAnonymousSignIns: auth.enable_anonymous_sign_ins,
      enableManualLinking: auth.enable_manual_linking,
      minimumPasswordLength: auth.minimum_password_length,
      additionalRedirectUrls: auth.additional_redirect_urls,
      toml: auth,
    },
    functions: Object.fromEntries(
      Object.entries(functions).map(([name, { verify_jwt }]) => [name, { verifyJwt: verify_jwt }]),
    ),
  };
}

function isLoopback(origin: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(origin).hostname);
}
