/** The schemas and extensions that every Supabase database has beyond PostgreSQL's, by the name of its file in `sql/`. */
export interface StandIn {
  readonly name: string;
  /** The extension that makes these objects, or null for a service of Supabase. */
  readonly extension: string | null;
  readonly schemas: readonly string[];
  /** Functions in the schema `extensions`, which others share. */
  readonly functions?: readonly string[];
  /** Another stand-in whose functions this one calls. */
  readonly needs?: string;
  /** Queries that read rows of the stand-in and hand the values of each to the extension that takes its place. */
  readonly carry?: { readonly read: string; readonly write: string };
}

export const standIns: readonly StandIn[] = [
  { name: 'storage', extension: null, schemas: ['storage'] },
  { name: 'realtime', extension: null, schemas: ['realtime'] },
  {
    name: 'vault',
    extension: 'supabase_vault',
    schemas: ['vault'],
    carry: {
      read: 'select secret, name, description from vault.secrets',
      write: 'select vault.create_secret($1, $2, $3)',
    },
  },
  {
    name: 'cron',
    extension: 'pg_cron',
    schemas: ['cron'],
    carry: {
      read: 'select jobname, schedule, command from cron.job where active and jobname is not null',
      write: 'select cron.schedule($1, $2, $3)',
    },
  },
  { name: 'net', extension: 'pg_net', schemas: ['net'] },
  { name: 'supabase_functions', extension: null, schemas: ['supabase_functions'], needs: 'net' },
  { name: 'graphql', extension: 'pg_graphql', schemas: ['graphql', 'graphql_public'] },
  { name: 'pgsodium', extension: 'pgsodium', schemas: ['pgsodium'] },
  {
    name: 'pgjwt',
    extension: 'pgjwt',
    schemas: [],
    functions: ['url_encode', 'url_decode', 'algorithm_sign', 'sign', 'verify'],
  },
];

export const standInOf = (extension: string): StandIn | undefined =>
  standIns.find((standIn) => standIn.extension === extension);

/** Returns the stand-ins that SQL without comments names, each after those that it needs. */
export function namedStandIns(sql: string): StandIn[] {
  const named = standIns.filter((standIn) => isNamed(standIn, sql));
  const needed = new Set(named.map(({ needs }) => needs));
  return standIns.filter((standIn) => named.includes(standIn) || needed.has(standIn.name));
}

function isNamed({ extension, schemas, functions }: StandIn, sql: string): boolean {
  if (extension && new RegExp(`\\b${extension}\\b`, 'i').test(sql)) return true;
  if (functions) return false;
  // A project that makes the schema or its tables itself means its own.
  const names = schemas.join('|');
  if (new RegExp(`\\bcreate\\s+schema\\s+"?(?:${names})\\b`, 'i').test(sql)) return false;
  return [
    `(?<![\\w.@/'-])"?(?:${names})"?\\s*\\.\\s*["a-z_]`,
    `["'](?:${names})["']`,
    `'(?:${names})\\.`,
    `\\b(?:schema|search_path)\\b[^;]*?\\b(?:${names})\\b`,
  ].some((pattern) => new RegExp(pattern, 'i').test(sql));
}
