import type { ClientBase } from 'pg';

const figures = [
  { table: 'private.erased_tally', key: 'erased_tally_pkey' },
  { table: 'private.erased_times', key: 'erased_times_pkey' },
  { table: 'private.erased_stages', key: 'erased_stages_pkey' },
] as const;

/**
 * Copies the figures of erased applications to another database, so that its overview shows the same. Repeated, it
 * adds nothing, because the larger of two counts is kept.
 */
export async function carryErasedFigures(source: ClientBase, target: ClientBase): Promise<void> {
  for (const { table, key } of figures) {
    const there = await source.query(`select 1 where to_regclass('${table}') is not null`);
    if (there.rowCount === 0) continue;
    const { rows } = await source.query<{ lines: string }>(
      `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as lines from ${table} t`,
    );
    await target.query(
      `insert into ${table} as t select * from jsonb_populate_recordset(null::${table}, $1::jsonb)
       on conflict on constraint ${key} do update set n = greatest(t.n, excluded.n)`,
      [rows[0]!.lines],
    );
  }
}
