import type { ClientBase } from 'pg';

/** A table to move, seen from the target. */
export interface MovedTable {
  readonly schema: string;
  readonly name: string;
  /** Both as SQL writes them. */
  readonly key: string;
  /** Columns that both sides have and the target does not compute. */
  readonly columns: readonly string[];
  readonly primaryKey: readonly string[];
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

/** The tables that both sides have, in an order in which rows never point at what is not there yet. */
export async function movedTables(source: ClientBase, target: ClientBase): Promise<MovedTable[]> {
  const [here, there] = [await describe(source), await describe(target)];
  const tables = there.flatMap((table) => {
    const origin = here.find(({ schema, name }) => schema === table.schema && name === table.name);
    if (!origin || table.primaryKey.length === 0) return [];
    const columns = origin.columns.filter((column) => table.columns.includes(column));
    const known = [...table.columns, ...table.computed];
    return [
      { ...table, columns, unknownColumns: origin.columns.filter((column) => !known.includes(column)) },
    ];
  });
  const hasCodes = tables.some(({ name }) => name === RECOVERY_CODES);
  const fitting = tables.map((table) =>
    hasCodes || table.name !== 'mfa_factors' ? table : withoutCodes(table),
  );
  return inOrder(fitting, await references(target));
}

const RECOVERY_CODES = 'mfa_recovery_codes';

/** An auth service without recovery codes does not know their kind of factor either. */
const withoutCodes = (factors: MovedTable): MovedTable => ({
  ...factors,
  only: "factor_type::text <> 'recovery_code'",
});

async function describe(client: ClientBase): Promise<Described[]> {
  const { rows } = await client.query<Described>(
    `select n.nspname::text as schema, c.relname::text as name, format('%I.%I', n.nspname, c.relname) as key,
       array(select a.attname::text from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
       array(select a.attname::text from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0
         and not a.attisdropped and a.attgenerated <> '') as computed,
       array(select a.attname::text from pg_catalog.pg_index i join pg_catalog.pg_attribute a
         on a.attrelid = c.oid and a.attnum = any (i.indkey) where i.indrelid = c.oid and i.indisprimary) as "primaryKey"
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (n.nspname = 'public' or (n.nspname = 'auth' and c.relname = any ($1)))
     order by 1, 2`,
    [authTables],
  );
  return rows;
}

/** Returns the dependencies between tables as `child → parents`. Deferrable constraints are checked at the end. */
async function references(client: ClientBase): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ child: string; parents: string[] }>(
    `select format('%I.%I', cn.nspname, c.relname) as child,
       array_agg(distinct format('%I.%I', pn.nspname, p.relname)) as parents
     from pg_catalog.pg_constraint k
     join pg_catalog.pg_class c on c.oid = k.conrelid join pg_catalog.pg_namespace cn on cn.oid = c.relnamespace
     join pg_catalog.pg_class p on p.oid = k.confrelid join pg_catalog.pg_namespace pn on pn.oid = p.relnamespace
     where k.contype = 'f' and k.conrelid <> k.confrelid and not k.condeferrable group by 1`,
  );
  return new Map(rows.map(({ child, parents }) => [child, parents]));
}

function inOrder(tables: MovedTable[], parentsOf: Map<string, string[]>): MovedTable[] {
  const ordered: MovedTable[] = [];
  const visited = new Set<string>();
  const visit = (table: MovedTable) => {
    if (visited.has(table.key)) return;
    visited.add(table.key);
    const parents = parentsOf.get(table.key) ?? [];
    for (const parent of tables) if (parents.includes(parent.key)) visit(parent);
    ordered.push(table);
  };
  for (const table of tables) visit(table);
  return ordered;
}
