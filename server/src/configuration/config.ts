import { join, resolve } from 'node:path';
import { readCliEnvFiles, readEnvFile, readFunctionsEnvFile } from './env-files.ts';
import { keepKeys, type Keys, readKeys } from './keys.ts';
import { absentFeatures } from './config-toml/absent-features.ts';
import type { SmtpEntry } from './config-toml/auth-messages.ts';
import { type ConfigToml, readConfigToml, wrongSetting } from './config-toml/read-config-toml.ts';
import { isLoopback } from './loopback.rules.ts';
import { projectDirectory } from './project-directory.ts';
import { readVariables } from './variables.ts';
import { UserError } from './user-error.ts';

export type { Keys };

/** The whole configuration, validated once. `.env.example` explains each variable. */
export type Config = Readonly<ReturnType<typeof readAllButKeys>['config']> & { readonly keys: Keys };

export type BackupConfig = Config['backup'];

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the environment, the `.env` and `supabase/config.toml` of the project in `projectDir` (absolute, the base of
 * relative paths in variables). Creates keys where none are given.
 */
export function readConfig(
  processEnvironment: Environment = process.env,
  projectDir = projectDirectory(),
  keysIn: (dataDir: string) => Omit<Keys, 'jwtSecret'> = keepKeys,
): Config {
  const { variables, config } = readAllButKeys(processEnvironment, projectDir);
  return { ...config, keys: chooseKeys(variables, keysIn, config) };
}

/** The same for a command that looks and creates nothing. Keys that do not exist yet are empty. */
export const readConfigUnchanged = (): Config => readConfig(process.env, projectDirectory(), readKeys);

/** Reads the configuration without creating keys. With several copies the keys are still required. */
export function readConfigWithoutKeys(): Omit<Config, 'keys'> {
  const { variables, config } = readAllButKeys(process.env, projectDirectory());
  missingKey(variables);
  return config;
}

/** Reads the variables and config.toml, and the addresses that follow from both. */
function readSources(processEnvironment: Environment, projectDir: string) {
  const environment = { ...readEnvFile(join(projectDir, '.env')), ...withoutMailbox(processEnvironment) };
  const variables = readVariables(environment);
  const settings = readConfigToml(resolve(projectDir, variables.SUPABASE_CONFIG), {
    ...readCliEnvFiles(projectDir),
    ...processEnvironment,
  });
  const externalUrl = externalOrigin(variables, settings);
  const apiUrl = externalUrl ?? variables.SITE_URL ?? `http://localhost:${variables.PORT}`;
  const siteUrl = variables.SITE_URL ?? (settings.auth.site_url || apiUrl);
  const smtp = settings.auth.email.smtp?.enabled ? settings.auth.email.smtp : null;
  const smtpUrl = variables.SMTP_URL ?? (smtp && smtpUrlOf(smtp));
  if (!smtpUrl && !variables.MAIL && !isLocal(siteUrl))
    throw new UserError(
      'SMTP_URL must be set where SITE_URL is public (or MAIL=capture to keep emails in files).',
    );
  return {
    variables,
    settings,
    externalUrl,
    apiUrl,
    siteUrl,
    smtp,
    smtpUrl: variables.MAIL ? null : smtpUrl,
  };
}

function readAllButKeys(processEnvironment: Environment, projectDir: string) {
  const sources = readSources(processEnvironment, projectDir);
  const { variables, settings, externalUrl, apiUrl, siteUrl, smtp, smtpUrl } = sources;
  const dataDir = resolve(projectDir, variables.DATA_DIR);
  const supabaseDir = join(projectDir, 'supabase');
  const configPath = resolve(projectDir, variables.SUPABASE_CONFIG);
  const productName = settings.project_id.replace(/^./, (letter) => letter.toUpperCase());
  const config = {
    /** The name in mails and on the terminal, `project_id` of config.toml with a capital. */
    productName,
    /** Absolute path of the project. */
    projectDir,
    /** Absolute path of config.toml. */
    configPath,
    host: variables.HOST,
    port: variables.PORT,
    /** The public address of the app. Mails link to its pages. An origin, unless `[auth] site_url` names a page. */
    siteUrl,
    /** The public origin of this server without a trailing slash, the app's where the server serves the site. */
    apiUrl,
    /** The same if it was set on its own, else null. Functions then use the local address. */
    externalUrl,
    /** Absolute. */
    dataDir,
    /** Absolute path of the built site. */
    siteDir: resolve(projectDir, variables.SITE_DIST),
    /** Absolute path of `supabase/`. */
    supabaseDir,
    /** Null for the embedded PostgreSQL in `dataDir`. */
    databaseUrl: variables.DATABASE_URL ?? null,
    /** The same database without a pooler. Null if `databaseUrl` is null, and equal to it without a pooler. */
    databaseDirectUrl: directUrl(variables),
    /** The kind of pooler between `databaseUrl` and PostgreSQL. */
    pooler: variables.DATABASE_POOLER,
    /** The maximum connections of this copy. */
    connections: variables.DATABASE_CONNECTIONS,
    mail: {
      smtpUrl,
      /** Mails that a function sends at a time, and all together a second (null without a limit). */
      places: variables.SMTP_CONNECTIONS,
      perSecond: variables.SMTP_RATE ?? null,
      from: variables.MAIL_FROM ?? senderOf(smtp, productName, siteUrl),
      /** The folder of captured mails without `smtpUrl`. */
      outboxDir: join(dataDir, 'outbox'),
    },
    backup: backupOf(variables, projectDir),
    trustedProxies: variables.TRUSTED_PROXIES,
    /** If false, a request without an API key counts as one with the publishable key. */
    isKeyRequired: variables.API_KEY === 'required',
    /** Undefined leaves it to `minimum_password_length`. */
    commonPasswords: variables.COMMON_PASSWORDS,
    /** Roles of the database that tokens may name besides those of the API. */
    tokenRoles: variables.JWT_ROLES,
    /** Origins of requests from pages besides their own, PUBLIC_SUPABASE_URL if the site was built with one. */
    apiOrigins: variables.PUBLIC_SUPABASE_URL ? [variables.PUBLIC_SUPABASE_URL] : [],
    /** False only in tests and benchmarks, where rate limits and abuse protection are off. */
    limits: variables.LIMITS === 'on',
    /** `[api]`, `[auth]` and `[functions.<name>]` of config.toml, in its own names. */
    api: settings.api,
    auth: settings.auth,
    functions: settings.functions,
    /** `[db.migrations] enabled`. */
    appliesMigrations: settings.db.migrations.enabled,
    /** `[db.seed] sql_paths`, relative to `supabase/`, empty if seeds are off. */
    seedPaths: settings.db.seed.enabled ? settings.db.seed.sql_paths : [],
    /** Variables of functions besides Supabase's own, from `[edge_runtime.secrets]` and `functions/.env`. */
    functionSecrets: functionSecretsOf(sources, supabaseDir),
    /** False for `[edge_runtime] enabled = false`. */
    runsFunctions: settings.edge_runtime.enabled,
    /** Features that config.toml switches on and this server lacks, each with a workaround. */
    absentFeatures: absentFeatures(settings),
    /** Features that are off because a variable is not set, each as a sentence. */
    switchedOff: settings.switchedOff,
  };
  return { variables, config };
}

/** The variables of the site's build. A local address is left out, so that another port needs no other build. */
export function siteVariables(config: Config): Readonly<Record<string, string>> {
  return {
    SITE_DIST: config.siteDir,
    SITE_URL: isLocal(config.siteUrl) ? '' : config.siteUrl,
    PUBLIC_SUPABASE_URL: config.apiOrigins[0] ?? '',
    PUBLIC_SUPABASE_KEY: config.keys.publishable,
  };
}

const backupOf = (variables: ReturnType<typeof readVariables>, projectDir: string) => ({
  /** Absolute path, or null if the server makes no automatic backups. */
  dir: variables.BACKUP_DIR ? resolve(projectDir, variables.BACKUP_DIR) : null,
  everyHours: variables.BACKUP_HOURS,
  keep: variables.BACKUP_KEEP,
  /** A shell command that takes finished backups elsewhere. */
  command: variables.BACKUP_COMMAND ?? null,
  /** The public key that backups are encrypted to. */
  recipient: variables.BACKUP_RECIPIENT ?? null,
});

/** Functions get the server's mail server if the project names `SMTP_URL` and gives no other. */
function functionSecretsOf(
  { variables, settings, smtpUrl }: ReturnType<typeof readSources>,
  supabaseDir: string,
): Readonly<Record<string, string>> {
  const secrets: Record<string, string> = {
    ...settings.edge_runtime.secrets,
    ...readFunctionsEnvFile(supabaseDir),
  };
  const named = secrets['SMTP_URL'];
  const isServers = named === '' || (named !== undefined && named === variables.SMTP_URL);
  return isServers ? { ...secrets, SMTP_URL: smtpUrl ?? '' } : secrets;
}

/** Returns this server's public origin from API_EXTERNAL_URL or config.toml, or null. */
function externalOrigin(
  variables: ReturnType<typeof readVariables>,
  { api, auth }: ConfigToml,
): string | null {
  if (variables.API_EXTERNAL_URL) return variables.API_EXTERNAL_URL;
  const [name, url] = api.external_url
    ? ['api.external_url', api.external_url]
    : ['auth.external_url', auth.external_url.replace(/\/auth\/v1\/?$/, '')];
  if (!url) return null;
  const parsed = URL.parse(url);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.pathname !== '/' || parsed.search)
    throw wrongSetting(name, 'it must be an origin such as https://api.example.org');
  return parsed.origin;
}

/** Converts `[auth.email.smtp]` to a URL. Port 465 uses TLS from the start. */
function smtpUrlOf({ host, port, user, pass }: SmtpEntry): string {
  const login = user ? `${encodeURIComponent(user)}:${encodeURIComponent(pass)}@` : '';
  return `${port === 465 ? 'smtps' : 'smtp'}://${login}${host}:${port}`;
}

function senderOf(smtp: SmtpEntry | null, productName: string, siteUrl: string): string {
  const address = smtp?.admin_email ?? `hello@${new URL(siteUrl).hostname}`;
  return `${quoteName(smtp?.sender_name || productName)} <${address}>`;
}

/** Quotes a name in which a comma or another sign would end it in a mail's header. */
function quoteName(name: string): string {
  if (/^[\p{L}\p{N} '&!+-]*$/u.test(name)) return name;
  return `"${name.replaceAll(/[\p{Cc}\s]+/gu, ' ').replaceAll(/["\\]/g, '\\$&')}"`;
}

/** A login sets MAIL to the path of the user's mailbox, which is no setting of ours. */
function withoutMailbox(environment: Environment): Environment {
  const { MAIL, ...others } = environment;
  return MAIL?.startsWith('/') ? others : environment;
}

function directUrl(variables: ReturnType<typeof readVariables>): string | null {
  if (variables.DATABASE_DIRECT_URL && !variables.DATABASE_URL) {
    throw new UserError(
      'DATABASE_DIRECT_URL is set and DATABASE_URL is not: set both, or DATABASE_URL alone.',
    );
  }
  if (variables.DATABASE_POOLER !== 'session' && !variables.DATABASE_DIRECT_URL) {
    throw new UserError(
      `DATABASE_DIRECT_URL must be set where DATABASE_POOLER=${variables.DATABASE_POOLER} is: some work needs a separate session.`,
    );
  }
  return variables.DATABASE_DIRECT_URL ?? variables.DATABASE_URL ?? null;
}

/** Returns the first missing key. With DATABASE_URL all are required, because several copies must agree. */
function missingKey(variables: ReturnType<typeof readVariables>): string | undefined {
  const needed = ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'JWT_KEYS'] as const;
  const missing = needed.find((name) => !variables[name]);
  if (variables.DATABASE_URL && missing) {
    throw new UserError(`${missing} must be set where DATABASE_URL is, so that all copies agree.`);
  }
  return missing;
}

/** Given keys win over kept ones. */
function chooseKeys(
  variables: ReturnType<typeof readVariables>,
  keysIn: (dataDir: string) => Omit<Keys, 'jwtSecret'>,
  { dataDir, auth }: Pick<Config, 'dataDir' | 'auth'>,
): Keys {
  const storedKeys = missingKey(variables) ? keysIn(dataDir) : null;
  return {
    publishable: variables.SUPABASE_PUBLISHABLE_KEY ?? storedKeys!.publishable,
    secret: variables.SUPABASE_SECRET_KEY ?? storedKeys!.secret,
    jwks: variables.JWT_KEYS ?? storedKeys!.jwks,
    jwtSecret: variables.JWT_SECRET ?? (auth.jwt_secret || null),
  };
}

const isLocal = (siteUrl: string): boolean => isLoopback(new URL(siteUrl).hostname);
