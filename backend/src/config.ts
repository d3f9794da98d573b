import type { JWK } from './gateway/jwk.ts';

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
  readonly keys: Keys;
  readonly trustedProxies: readonly string[];
  /** False only in tests and benchmarks: rate limits and abuse brakes are off. */
  readonly limits: boolean;
  readonly auth: AuthConfig;
  /** `[functions.<name>]` of config.toml. */
  readonly functions: Readonly<Record<string, { readonly verifyJwt: boolean }>>;
  /** `[api]` of config.toml. */
  readonly api: { readonly schemas: readonly string[]; readonly maxRows: number };
}

export interface MailConfig {
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Who hears of each confirmed application; null: nobody. */
  readonly toLab: string | null;
  /** Where mail is captured when there is no `smtpUrl`. */
  readonly outboxDir: string;
}

export interface Keys {
  readonly publishable: string;
  readonly secret: string;
  /** Signing and verifying keys with private parts, the signing one first. */
  readonly jwks: readonly JWK[];
  /** Shared HS256 secret of legacy keys and tokens; null: HS256 is refused. */
  readonly jwtSecret: string | null;
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
