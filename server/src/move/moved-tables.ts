import type { ClientBase } from 'pg';

/** A table to move, seen from the target. */
export interface MovedTable {
  readonly schema: string;
  readonly name: string;
  /** Columns that both sides have and the target does not compute. */
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
  /** Its oid, and those of the tables whose rows must be there first. Deferrable foreign keys are checked at the end. */
  readonly id: string;
  readonly parents: readonly string[];
  /** Columns of the source that the target does not know. */
  readonly unknownColumns: readonly string[];
  /** Condition of the rows that fit into the target. All by default. */
  readonly only?: string;
}

/** Accounts and their sign-in methods. Sessions stay, because the old keys signed them. */
const authTables = [
  'users',
  'identities',
  'mfa_factors',
  'mfa_recovery_code_sets',
  'mfa_recovery_codes',
  'webauthn_credentials',
  'sso_providers',
  'sso_domains',
  'saml_providers',
];

type Described = Omit<MovedTable, 'unknownColumns' | 'only'> & { readonly computed: readonly string[] };

/**
 * Returns the tables that both sides have, in an order in which rows never point at missing ones.
 * @param more tables outside of `public`, as `schema.table`
 */
export async function movedTables(
  source: ClientBase,
  target: ClientBase,
  more: readonly string[],
): Promise<MovedTable[]> {
  const [here, there] = [await describe(source, more), await describe(target, more)];
  const tables = there.flatMap((table) => {
    const origin = here.find(({ schema, name }) => schema === table.schema && name === table.name);
    if (!origin || table.primaryKey.length === 0) return [];
    const columns = origin.columns.filter((column) => table.columns.includes(column));
    const known = [...table.columns, ...table.computed];
    return [
      { ...table, columns, unknownColumns: origin.columns.filter((column) => !known.includes(column)) },
    ];
  });
  const hasCodes = tables.some(({ name }) => name === 'mfa_recovery_codes');
  // An auth service without recovery codes does not know their kind of factor either.
  const only = hasCodes ? undefined : "factor_type::text <> 'recovery_code'";
  return inOrder(tables.map((table) => (table.name === 'mfa_factors' ? { ...table, only } : table)));
}

async function describe(client: ClientBase, more: readonly string[]): Promise<Described[]> {
  const { rows } = await client.query<Described>(
    `select n.nspname::text as schema, c.relname::text as name, c.oid::int8::text as id,
       array(select k.confrelid::int8::text from pg_catalog.pg_constraint k where k.contype = 'f'
         and k.conrelid = c.oid and k.confrelid <> c.oid and not k.condeferrable) as parents,
       array(select a.attname::text from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select a.attname::text from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated <> '') as computed,
       array(select a.attname::text from pg_catalog.pg_index i join pg_catalog.pg_attribute a
         on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary) as "primaryKey"
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname = 'public' or (n.nspname = 'auth' and c.relname = any ($1))
       or format('%s.%s', n.nspname, c.relname) = any ($2))
     order by 1, 2`,
    [authTables, more],
  );
  return rows;
}

function inOrder(tables: readonly MovedTable[]): MovedTable[] {
  const ordered: MovedTable[] = [];
  const visited = new Set<MovedTable>();
  const visit = (table: MovedTable) => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const parent of tables) if (table.parents.includes(parent.id)) visit(parent);
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
