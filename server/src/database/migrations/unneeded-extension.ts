import type { Client } from 'pg';

/** Extensions of every Supabase project. A dump creates them, whether the project uses them or not. */
const CREATION =
  /(?:^|\n)[ \t]*create\s+extension\s+if\s+not\s+exists\s+"?(pg_graphql|supabase_vault|pgsodium|pgjwt)"?(?:\s+with)?(?:\s+schema\s+"?\w+"?)?\s*$/i;

/** Returns the name in a statement that a dump creates such an extension with, or null. */
export const dumpedExtension = (statement: string): string | null => CREATION.exec(statement)?.[1] ?? null;

/** Returns the extension that a statement of a dump creates and this PostgreSQL does not have, or null. */
export async function unneededExtension(client: Client, statement: string): Promise<string | null> {
  const name = dumpedExtension(statement);
  if (name === null) return null;
  const { rows } = await client.query('select from pg_catalog.pg_available_extensions where name = $1', [
    name.toLowerCase(),
  ]);
  return rows.length === 0 ? name : null;
}
