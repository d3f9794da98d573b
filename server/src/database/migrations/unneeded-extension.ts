import type { Client } from 'pg';

/** Extensions of every Supabase project. A dump creates them, whether the project uses them or not. */
const CREATION =
  /^(?:\s|--.*|\/\*[^]*?\*\/)*create\s+extension\s+if\s+not\s+exists\s+"?(pg_graphql|supabase_vault|pgsodium|pgjwt)\b/i;

/** Returns the extension that a statement of a dump creates and this PostgreSQL does not have, or null. */
export async function unneededExtension(client: Client, statement: string): Promise<string | null> {
  const [, name] = CREATION.exec(statement) ?? [];
  if (!name) return null;
  const { rows } = await client.query('select from pg_catalog.pg_available_extensions where name = $1', [
    name.toLowerCase(),
  ]);
  return rows.length === 0 ? name : null;
}
