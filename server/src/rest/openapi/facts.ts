import type { Statement } from '../../database/database.ts';
import { SIGNATURE } from '../catalogue/queries.ts';

/** Facts of a schema beyond the catalogue, as far as the current role may know them. */
export interface SchemaFacts {
  /** The schema's comment. */
  readonly description: string | null;
  readonly relations: readonly RelationFacts[];
  readonly routines: readonly RoutineFacts[];
}

export interface RelationFacts {
  readonly name: string;
  readonly description: string | null;
  readonly columns: readonly ColumnFacts[];
}

export interface ColumnFacts {
  readonly name: string;
  readonly description: string | null;
  readonly isNullable: boolean;
  readonly maxLength: number | null;
  /** The labels of its enumeration, empty if it is not one. */
  readonly labels: readonly string[];
}

export interface RoutineFacts {
  readonly name: string;
  readonly description: string | null;
  /** Types of its parameters, as the catalogue spells them. */
  readonly signature: readonly string[];
}

/**
 * Queries the facts of schema $1. With $2 it returns everything, whatever the role may see. Partitions are left out,
 * because their parents represent them. Types come qualified, so the search path has to be empty.
 */
const QUERY = `
  select obj_description(n.oid, 'pg_namespace') as description,
         coalesce((
           select json_agg(json_build_object(
             'name', c.relname, 'description', obj_description(c.oid, 'pg_class'),
             'columns', (
               select coalesce(json_agg(json_build_object(
                 'name', a.attname,
                 'description', col_description(c.oid, a.attnum),
                 'isNullable', not (a.attnotnull or t.typnotnull),
                 'maxLength', case
                   when base.oid in ('varchar'::regtype, 'bpchar'::regtype) and bound.modifier > 4
                     then bound.modifier - 4 end,
                 'labels', array(
                   select e.enumlabel from pg_enum e where e.enumtypid = base.oid order by e.enumsortorder)
               ) order by a.attnum), '[]')
                 from pg_attribute a
                 join pg_type t on t.oid = a.atttypid
                 join pg_type base on base.oid = coalesce(nullif(t.typbasetype, 0), t.oid)
                cross join lateral (
                  select case when t.typtype = 'd' then t.typtypmod else a.atttypmod end) as bound (modifier)
                where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped)
           ) order by c.relname)
             from pg_class c
            where c.relnamespace = n.oid and c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
              and ($2 or has_table_privilege(c.oid, 'select, insert, update, delete, truncate, references, trigger')
                or has_any_column_privilege(c.oid, 'select, insert, update, references'))), '[]') as relations,
         coalesce((
           select json_agg(json_build_object(
             'name', p.proname, 'description', obj_description(p.oid, 'pg_proc'),
             'signature', ${SIGNATURE}
           ) order by p.proname, p.oid)
             from pg_proc p
            -- Otherwise PostgreSQL asks for the privileges on its own thousands of functions first.
            where case when p.pronamespace = n.oid and p.prokind = 'f'
              then $2 or has_function_privilege(p.oid, 'execute') end), '[]') as routines
    from pg_namespace n
   where n.nspname = $1 and ($2 or has_schema_privilege(n.oid, 'usage'))`;

/** The statement for the facts of `schema`. With `hidesNothing` it ignores the current role's privileges. */
export function factsStatement(schema: string, hidesNothing: boolean): Statement {
  return { name: 'openapi:facts', text: QUERY, values: [schema, hidesNothing] };
}
