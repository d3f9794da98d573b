import { eventually } from '../servers/processes.ts';
import type { TestServer } from '../servers/test-server.ts';

type Sql = Pick<TestServer, 'sql'>;

/** The rows of each non-empty table as text, by the table's quoted name, and the positions of sequences. */
export interface Snapshot {
  readonly tables: ReadonlyMap<string, string>;
  readonly sequences: ReadonlyMap<string, string>;
}

export async function takeSnapshot(server: Sql): Promise<Snapshot> {
  const names = await namesOf(server, `select format('%I.%I', schemaname, tablename) as name from pg_tables`);
  const counters = await namesOf(
    server,
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences`,
  );
  return { tables: await rowsOf(server, names), sequences: await placesOf(server, counters) };
}

/** Makes every table hold what it held in the snapshot, without triggers. */
export async function resetTables(server: Sql, atStart: Snapshot): Promise<void> {
  const present = await takeSnapshot(server);
  const changed = [...new Set([...present.tables.keys(), ...atStart.tables.keys()])].filter(
    (name) => present.tables.get(name) !== atStart.tables.get(name),
  );
  const moved = [...atStart.sequences].filter(([name, place]) => present.sequences.get(name) !== place);
  if (changed.length === 0 && moved.length === 0) return;
  const refill = await Promise.all(
    changed
      .filter((name) => atStart.tables.has(name))
      .map((name) => insertion(server, name, atStart.tables.get(name)!)),
  );
  const statements = [
    `set local session_replication_role = replica`,
    ...changed.map((name) => `delete from ${name}`),
    ...refill,
    ...moved.map(([name, place]) => `select setval(${literal(name)}, ${place})`),
  ].join(';\n');
  // The server's own work behind the answers may hold a row for a moment.
  const done = () =>
    server.sql(statements).then(
      () => true,
      (error: { code?: string }) => {
        if (error.code === '40P01') return false;
        throw error;
      },
    );
  await eventually(done);
}

async function namesOf(server: Sql, query: string): Promise<string[]> {
  const rows = await server.sql<{ name: string }>(
    `${query} where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** One answer for all tables. */
async function rowsOf(server: Sql, names: readonly string[]): Promise<Map<string, string>> {
  const selects = names.map(
    (name) =>
      `select ${literal(name)} as name, (select json_agg(to_json(t) order by t.ctid)::text from ${name} t) as rows`,
  );
  const rows = await server.sql<{ name: string; rows: string | null }>(selects.join(' union all '));
  return new Map(rows.flatMap(({ name, rows: text }) => (text === null ? [] : [[name, text]])));
}

/** Returns each sequence's position as `setval` takes it, the number and whether it has been used. */
async function placesOf(server: Sql, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const selects = names.map(
    (name) => `select ${literal(name)} as name, last_value || ', ' || is_called::text as place from ${name}`,
  );
  const rows = await server.sql<{ name: string; place: string }>(selects.join(' union all '));
  return new Map(rows.map(({ name, place }) => [name, place]));
}

async function insertion(server: Sql, name: string, rows: string): Promise<string> {
  const columns = await server.sql<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
      where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [name],
  );
  const list = columns.map((column) => column.name).join(', ');
  return `insert into ${name} (${list}) overriding system value
    select ${list} from json_populate_recordset(null::${name}, ${literal(rows)})`;
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
