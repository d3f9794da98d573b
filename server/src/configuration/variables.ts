import { BlockList, isIP } from 'node:net';
import { bech32 } from '@scure/base';
import { z } from 'zod';
import { MIN_CONNECTIONS, poolers, USUAL_CONNECTIONS } from './connections.ts';
import { connectionTargets } from './connection-url.ts';
import { isWhole, maySign } from './jwk.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from './default-address.mjs';
import { jsonOrNull } from './json-or-null.ts';
import { UserError } from './user-error.ts';

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((port) => port <= 65535);

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,3}$/)
  .transform(Number);

const origin = z.string().transform((text, context) => {
  const url = URL.parse(text);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username
  ) {
    context.addIssue('not an origin');
    return z.NEVER;
  }
  return url.origin;
});

const url = (protocols: RegExp) =>
  z.string().refine((text) => {
    const { protocol, hostname } = URL.parse(text) ?? { protocol: '', hostname: '' };
    return protocols.test(protocol) && hostname !== '';
  }, 'not such a URL');

/** Validated and returned unchanged, because several hosts make no URL. @throws UserError that names the variable */
const databaseUrl = (name: string) =>
  z.string().transform((text) => {
    connectionTargets(text, name);
    return text;
  });

/** A list separated by commas whose entries are all sound. */
const listOf = (isSound: (entry: string) => boolean) =>
  z
    .string()
    .transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter(Boolean),
    )
    .refine((list) => list.every(isSound));

const networks = listOf(isNetwork);

/** Roles that a token must never name, those of the database's and Supabase's own services. `none` is no role. */
const RESERVED_ROLE = /^(none|postgres|authenticator|dashboard_user|pgbouncer|pg_.*|supabase_.*)$/;

const roles = listOf((role) => /^[a-z_][a-z0-9_]{0,62}$/.test(role) && !RESERVED_ROLE.test(role));

/** Private keys to sign with, P-256 (ES256), RSA (RS256) or a shared secret (HS256), each with a key id. */
export const jwkList = z
  .array(
    z.union([
      z.looseObject({
        kty: z.literal('EC'),
        crv: z.literal('P-256'),
        alg: z.literal('ES256'),
        kid: z.string().min(1),
        x: z.string(),
        y: z.string(),
        d: z.string(),
      }),
      z.looseObject({
        kty: z.literal('RSA'),
        alg: z.literal('RS256'),
        kid: z.string().min(1),
        n: z.string(),
        e: z.string(),
        d: z.string(),
      }),
      z.looseObject({
        kty: z.literal('oct'),
        alg: z.literal('HS256'),
        kid: z.string().min(1),
        k: z.string().min(43),
      }),
    ]),
  )
  .min(1)
  .refine((keys) => new Set(keys.map((key) => key.kid)).size === keys.length);

/** The same keys, each of which verifies what it signs, and one of which may sign. */
export const workingKeys = jwkList.refine((keys) => keys.every(isWhole) && keys.some(maySign));

const jwks = z.string().transform(jsonOrNull).pipe(workingKeys);

export const publishableKey = z.string().regex(/^sb_publishable_[\w-]{8,200}$/);
export const secretKey = z.string().regex(/^sb_secret_[\w-]{22,200}$/);

export const mailbox = z.string().regex(/^[^\r\n]*@[^\r\n]+$/);

const variables = {
  PORT: [portNumber.default(DEFAULT_PORT), 'a port number from 0 to 65535, such as 3000'],
  HOST: [z.string().min(1).default(DEFAULT_HOST), 'an address to listen on, such as 127.0.0.1 or 0.0.0.0'],
  SITE_URL: [origin.optional(), 'the public origin without a path, such as https://example.org'],
  API_EXTERNAL_URL: [
    origin.optional(),
    'the public origin of this server, where it is not that of the site, such as https://api.example.org',
  ],
  PUBLIC_SUPABASE_URL: [
    origin.optional(),
    'the origin of the backend the site was built for, such as https://api.example.org',
  ],
  DATA_DIR: [z.string().min(1).default('.data'), 'a directory to keep data in'],
  SITE_DIST: [z.string().min(1).default('site/dist'), 'the directory of the built site'],
  SUPABASE_CONFIG: [
    z.string().min(1).default('supabase/config.toml'),
    'the path of a config.toml as the Supabase CLI writes it',
  ],
  DATABASE_URL: [databaseUrl('DATABASE_URL').optional(), 'a PostgreSQL URL'],
  DATABASE_DIRECT_URL: [databaseUrl('DATABASE_DIRECT_URL').optional(), 'a PostgreSQL URL'],
  DATABASE_POOLER: [
    z.enum(poolers).default('session'),
    "'session' (also without a pooler), 'transaction' or 'transaction-prepared'",
  ],
  DATABASE_CONNECTIONS: [
    wholeNumber.refine((number) => number >= MIN_CONNECTIONS).default(USUAL_CONNECTIONS),
    `how many connections this copy may open, at least ${MIN_CONNECTIONS}, such as ${USUAL_CONNECTIONS}`,
  ],
  SMTP_URL: [url(/^smtps?:$/).optional(), 'an SMTP URL such as smtps://user:password@mail.example.org'],
  SMTP_CONNECTIONS: [
    wholeNumber.default(5),
    'how many connections a copy keeps to the mail server, such as 5',
  ],
  SMTP_RATE: [wholeNumber.optional(), 'how many emails a second all copies together may send, such as 14'],
  MAIL: [z.literal('capture').optional(), "'capture' or not set at all"],
  MAIL_FROM: [mailbox.optional(), 'a sender such as Acme <hello@example.org>'],
  SUPABASE_PUBLISHABLE_KEY: [
    publishableKey.optional(),
    "'sb_publishable_' followed by 8 or more letters and digits",
  ],
  SUPABASE_SECRET_KEY: [secretKey.optional(), "'sb_secret_' followed by 22 or more letters and digits"],
  JWT_KEYS: [
    jwks.optional(),
    'a JSON array of private JSON Web Keys (ES256, RS256 or HS256), each with its own kid and both parts of one pair, one of which may sign',
  ],
  JWT_SECRET: [z.string().min(32).optional(), 'a secret of 32 characters or more'],
  BACKUP_DIR: [z.string().min(1).optional(), 'a directory to keep backups in'],
  BACKUP_HOURS: [wholeNumber.default(24), 'how many hours lie between two backups, such as 24'],
  BACKUP_KEEP: [wholeNumber.default(7), 'how many backups to keep, such as 7'],
  BACKUP_COMMAND: [
    z.string().min(1).optional(),
    'a shell command that copies the file $BACKUP_FILE to another place',
  ],
  BACKUP_RECIPIENT: [
    z.string().refine(isAgeRecipient).optional(),
    'a public key of age as age-keygen prints it, such as age1…',
  ],
  API_KEY: [z.enum(['required', 'optional']).default('required'), "'required' or 'optional'"],
  COMMON_PASSWORDS: [z.enum(['refused', 'allowed']).optional(), "'refused' or 'allowed'"],
  JWT_ROLES: [
    roles.default([]),
    'roles of the database separated by commas, other than its own and Supabase’s',
  ],
  TRUSTED_PROXIES: [networks.default([]), 'addresses or networks separated by commas, such as 10.0.0.0/8'],
  LIMITS: [z.enum(['on', 'off']).default('on'), "'on' or 'off'"],
} as const;

/** Variables of the site's build, of commands and of Node, which the server itself does not read. */
const OTHERS = [
  'PUBLIC_SUPABASE_KEY',
  'SUPABASE_DATABASE_URL',
  'SUPABASE_URL',
  'SOLOSTEAD_COMMIT',
  'NODE_EXTRA_CA_CERTS',
];

export const knownVariables: readonly string[] = [...Object.keys(variables), ...OTHERS];

type Variables = { [Name in keyof typeof variables]: z.output<(typeof variables)[Name][0]> };

/** Reads the known variables. An empty one counts as not set. Throws a UserError that names the wrong one. */
export function readVariables(environment: Readonly<Record<string, string | undefined>>): Variables {
  const entries = Object.entries(variables).map(([name, [schema, expected]]) => {
    const parsed = schema.safeParse(environment[name] || undefined);
    if (parsed.success) return [name, parsed.data];
    throw new UserError(`${name} must be ${expected}.`);
  });
  const nonEmpty = Object.fromEntries(entries) as Variables;
  refuseOwnUser(nonEmpty);
  return nonEmpty;
}

/** A token that names the user the server connects as would have all its rights. */
function refuseOwnUser({ JWT_ROLES, DATABASE_URL, DATABASE_DIRECT_URL }: Variables): void {
  for (const nonEmpty of [DATABASE_URL, DATABASE_DIRECT_URL]) {
    const own = nonEmpty === undefined ? null : userOf(nonEmpty);
    if (own !== null && JWT_ROLES.includes(own))
      throw new UserError(`JWT_ROLES must be ${variables.JWT_ROLES[1]}.`);
  }
}

function userOf(databaseUrl: string): string {
  const url = new URL(connectionTargets(databaseUrl).urls[0]!);
  return url.searchParams.getAll('user').at(-1) ?? decodeURIComponent(url.username);
}

/** Checks prefix, checksum and length of an X25519 or a post-quantum key. */
function isAgeRecipient(text: string): boolean {
  const decoded = bech32.decodeUnsafe(text, false);
  if (!decoded) return false;
  const length = { age: 32, age1pq: 1216 }[decoded.prefix];
  return bech32.fromWordsUnsafe(decoded.words)?.length === length;
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest.length > 0) return false;
  if (prefix === undefined) return true;
  // All addresses there are would trust the callers themselves.
  if (!/^[1-9]\d{0,2}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 6 ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
}
