import { pipeline } from 'node:stream/promises';
import type { ClientBase } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { digestRows, nameOf, quote } from '../backup/tables.ts';
import type { MovedTable } from './moved-tables.ts';
import { UserError } from '../configuration/user-error.ts';

export interface Moved {
  readonly rows: number;
  /** Rows that were at the target already under another key. */
  readonly others: number;
}

/** Supabase's auth service finds users of this instance only, and reads these columns as text, never null. */
const adjustments: Readonly<Record<string, string>> = {
  'auth.users': `instance_id = '00000000-0000-0000-0000-000000000000',
    confirmation_token = coalesce(confirmation_token, ''), recovery_token = coalesce(recovery_token, ''),
    email_change_token_new = coalesce(email_change_token_new, ''), email_change = coalesce(email_change, ''),
    email_change_token_current = coalesce(email_change_token_current, ''),
    reauthentication_token = coalesce(reauthentication_token, ''),
    phone_change = coalesce(phone_change, ''), phone_change_token = coalesce(phone_change_token, '')`,
};

/** Rows at the target that are replaced. A user has one set of recovery codes, and older ones are void. */
const makeRoom: Readonly<Record<string, string>> = {
  'auth.mfa_factors': `delete from auth.mfa_factors f using incoming i where f.user_id = i.user_id and f.id <> i.id
    and f.factor_type::text = 'recovery_code' and i.factor_type::text = 'recovery_code'`,
  'auth.mfa_recovery_codes': `delete from auth.mfa_recovery_codes c using incoming i
    where c.mfa_recovery_code_set_id = i.mfa_recovery_code_set_id`,
};

/** The rows that are moved, as something to select from. */
const originOf = ({ only, ...table }: MovedTable): string =>
  only ? `(select * from ${nameOf(table)} where ${only})` : nameOf(table);

/** Copies a table's rows over those with the same key, then compares each. Both clients are inside a transaction. */
export async function moveTable(source: ClientBase, target: ClientBase, table: MovedTable): Promise<Moved> {
  const columns = table.columns.map(quote).join(', ');
  await target.query(
    `create temporary table incoming on commit drop as select ${columns} from ${nameOf(table)} where false`,
  );
  const rows = `(select ${columns} from ${originOf(table)} t)`;
  await pipeline(
    source.query(copyTo(`copy ${rows} to stdout`)),
    target.query(copyFrom(`copy incoming (${columns}) from stdin`)),
  );
  const [sent, arrived] = [await digestRows(source, rows), await digestRows(target, 'incoming')];
  if (sent.rows !== arrived.rows || sent.digest !== arrived.digest)
    throw new UserError(`${nameOf(table)} arrived differently than it was sent: nothing was kept.`);
  const name = `${table.schema}.${table.name}`;
  if (adjustments[name]) await target.query(`update incoming set ${adjustments[name]}`);
  if (makeRoom[name]) await target.query(makeRoom[name]);
  await target.query(upsert(table));
  const compared = await target.query<{ moved: number; same: number; total: number }>(comparison(table));
  await target.query('drop table incoming');
  const { moved, same, total } = compared.rows[0]!;
  if (moved !== same) throw new UserError(`${nameOf(table)} differs after moving: nothing was kept.`);
  return { rows: moved, others: total - moved };
}

function upsert({ columns, primaryKey, ...table }: MovedTable): string {
  const names = columns.map(quote).join(', ');
  const changed = columns.filter((column) => !primaryKey.includes(column));
  const sets = changed.map((column) => `${quote(column)} = excluded.${quote(column)}`).join(', ');
  return `insert into ${nameOf(table)} (${names}) overriding system value select ${names} from incoming
    on conflict (${primaryKey.map(quote).join(', ')}) do ${sets ? `update set ${sets}` : 'nothing'}`;
}

const hashOf = (alias: string, columns: readonly string[]) =>
  `md5(row(${columns.map((column) => `${alias}.${quote(column)}`).join(', ')})::text)`;

function comparison({ columns, primaryKey, ...table }: MovedTable): string {
  const keys = primaryKey.map((column) => `t.${quote(column)} = i.${quote(column)}`).join(' and ');
  return `select count(*)::int as moved, (select count(*)::int from ${nameOf(table)}) as total,
    (count(*) filter (where ${hashOf('t', columns)} = ${hashOf('i', columns)}))::int as same
    from incoming i left join ${nameOf(table)} t on ${keys}`;
}

/**
 * Runs `work` with the triggers of `tables` disabled, because they ran when the rows were first written. Tables of
 * the auth service have no triggers of this product. Deferrable foreign keys are checked after `work`, because their
 * tables refer to each other.
 */
export async function withoutTriggers(
  target: ClientBase,
  tables: readonly MovedTable[],
  work: () => Promise<void>,
): Promise<void> {
  const names = tables.filter(({ schema }) => schema !== 'auth').map(nameOf);
  for (const name of names) await target.query(`alter table ${name} disable trigger user`);
  await target.query('set constraints all deferred');
  await work();
  await target.query('set constraints all immediate');
  for (const name of names) await target.query(`alter table ${name} enable trigger user`);
}
