import { type Client, type ClientBase, DatabaseError } from 'pg';
import { applyErasures, listErasures } from '../backup/erasures.ts';
import { type Ask, inheritFrom, readLineage } from '../backup/installation.ts';
import { listTables, nameOf, PLAIN_TEXT, quote } from '../backup/tables.ts';
import { connectionTargets } from '../configuration/connection-url.ts';
import { connect } from '../database/connections/connect.ts';
import { createInstallation, migrateProject } from '../database/migrations/migrate.ts';
import { whyUnreachable } from '../database/connections/why-unreachable.ts';
import { moveTable, type Moved, withoutTriggers } from './move-table.ts';
import { movedTables, type MovedTable } from './moved-tables.ts';
import { describeSkipped, type SkippedTables } from './skipped-tables.ts';
import { commandLine } from '../process/command-line.ts';
import { UserError } from '../configuration/user-error.ts';

interface MoveReport {
  readonly migrated: readonly string[];
  readonly tables: readonly (Moved & { readonly name: string; readonly unknownColumns: readonly string[] })[];
  /** Sentences about tables that are not moved. */
  readonly skipped: readonly string[];
  /** The number of rows that one side had erased and the other still had. */
  readonly erased: number;
}

export interface Places {
  readonly ownUrl: string;
  readonly supabaseUrl: string;
  readonly supabaseDir: string;
}

/** A product's additions to the move of its tables. */
export interface ProductMove {
  readonly skipped: SkippedTables;
  /** Tables outside of `public` that are moved as well, as `schema.table`. */
  readonly tables: readonly string[];
  /** Copies state that both sides have from the start, and figures that no row contains, such as those of erased rows. */
  readonly carryState: (source: ClientBase, target: ClientBase) => Promise<void>;
}

/**
 * Moves the product's tables, users with their password hashes, identities, factors and roles from our database to
 * one of Supabase's. It uses one transaction there and one snapshot here. Repeated, it brings later changes and keeps
 * rows that were created at the target.
 */
export async function moveToSupabase(places: Places, product: ProductMove): Promise<MoveReport> {
  return between(places, async (own, supabase) => {
    const migrated = await migrateProject(supabase, places.supabaseDir).catch((error: unknown) => {
      throw error instanceof UserError ? new UserError(`Nothing was moved: ${error.message}`) : error;
    });
    return { ...(await move(own, supabase, own, product)), migrated };
  });
}

/** Moves from Supabase to our database, which has been migrated. */
export const moveBack = (places: Places, product: ProductMove): Promise<MoveReport> =>
  between(places, async (own, supabase) => ({ ...(await move(supabase, own, own, product)), migrated: [] }));

async function between(
  { ownUrl, supabaseUrl }: Places,
  work: (own: Client, supabase: Client) => Promise<MoveReport>,
): Promise<MoveReport> {
  connectionTargets(supabaseUrl, 'The URL');
  const own = await connect(ownUrl);
  const supabase = await connect(supabaseUrl).catch(async (error: unknown) => {
    await own.end();
    throw new UserError(`The project's database cannot be reached ${whyUnreachable(error)}.`);
  });
  try {
    await requireSupabase(supabase);
    return await work(own, supabase);
  } catch (error) {
    throw asRefusal(error, supabase);
  } finally {
    await Promise.all([own.end(), supabase.end()]);
  }
}

/** `own` is one of the two, whose schemas are the project's. The other has those of Supabase's services, too. */
async function move(source: Client, target: Client, own: Client, product: ProductMove) {
  await source.query('begin isolation level repeatable read, read only');
  await source.query(PLAIN_TEXT);
  await target.query('begin');
  await target.query(PLAIN_TEXT.replace('set local row_security = off;', ''));
  const tables: MoveReport['tables'][number][] = [];
  const moving = await movedTables(source, target, product.tables);
  await withoutTriggers(target, moving, async () => {
    for (const table of moving) {
      const moved = await moveTable(source, target, table).catch((error: unknown) => {
        throw explained(error, table);
      });
      await advanceSequences(target, table);
      tables.push({
        ...moved,
        name: nameOf(table).replaceAll('"', ''),
        unknownColumns: table.unknownColumns,
      });
    }
  });
  const ask = (client: Client) => (text: string, values?: unknown[]) => client.query(text, values);
  const erased = await applyErasures(ask(target), await listErasures(ask(source)));
  await passOn(ask(source), ask(target));
  await product.carryState(source, target);
  const schemas = (await listTables(own)).map(({ schema }) => schema);
  const skipped = await describeSkipped(source, moving, schemas, product.skipped);
  await target.query('commit');
  return { tables, skipped, erased };
}

/** Records at the target where its rows come from, whose list of erasures concerns them. */
async function passOn(source: Ask, target: Ask): Promise<void> {
  const origin = await readLineage(source);
  if (origin === null) return;
  if ((await readLineage(target)) === null) await createInstallation(target);
  await inheritFrom(target, origin);
}

async function requireSupabase(supabase: Client): Promise<void> {
  const { rows } = await supabase.query<{ auth: boolean; ours: boolean }>(
    `select to_regclass('auth.users') is not null as auth, to_regclass('solostead.platform_migrations') is not null as ours`,
  );
  if (rows[0]!.ours)
    throw new UserError(
      `That database belongs to this server, not to Supabase: use ${commandLine('backup')} and restore.`,
    );
  if (!rows[0]!.auth) throw new UserError('That is no database of Supabase: it has no table auth.users.');
}

/** The next row made there must not take a number that was moved. */
async function advanceSequences(target: Client, table: MovedTable): Promise<void> {
  for (const column of table.columns) {
    const { rows } = await target.query<{ sequence: string | null }>(
      'select pg_get_serial_sequence($1, $2) as sequence',
      [nameOf(table), column],
    );
    const sequence = rows[0]?.sequence;
    if (!sequence) continue;
    await target.query(
      `select setval('${sequence}', greatest((select max(${quote(column)}) from ${nameOf(table)}), (select last_value from ${sequence})))`,
    );
  }
}

/** A missing right of the role is for the operator to grant. */
function asRefusal(error: unknown, { user = '' }: Client): unknown {
  if (!(error instanceof DatabaseError) || error.code !== '42501') return error;
  return new UserError(
    `The role ${user} may not do that there (${error.message}): use the URL of the project's owner, postgres.`,
  );
}

/** A row there that conflicts with one from here is for the operator to resolve. */
function explained(error: unknown, table: MovedTable): unknown {
  if (!(error instanceof DatabaseError) || !error.code?.startsWith('23')) return error;
  const name = nameOf(table).replaceAll('"', '');
  return new UserError(`${name} cannot be moved: ${error.message} there; nothing was kept.`);
}
