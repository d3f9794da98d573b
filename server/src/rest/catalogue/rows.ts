import type { Column, Relation } from './catalogue.ts';

/** Rows of the catalogue's queries (queries.ts). Ids are PostgreSQL's oids as text. */
export type RelationRow = Pick<
  Relation,
  'schema' | 'name' | 'isView' | 'insertable' | 'updatable' | 'deletable'
> & { readonly id: string; readonly columns: readonly ColumnRow[] };

export type ColumnRow = Column & { readonly number: number };

export interface ConstraintRow {
  name: string;
  kind: 'p' | 'u' | 'f';
  relation: string;
  target: string;
  columns: number[];
  targetColumns: number[] | null;
}

export interface ViewRow {
  relation: string;
  action: string;
}

export interface RoutineRow {
  schema: string;
  name: string;
  volatility: 'i' | 's' | 'v';
  /** Written `name=value`. */
  settings: string[] | null;
  returnsSet: boolean;
  oneRow: boolean;
  variadic: boolean;
  returnsVoid: boolean;
  /** The media type that a function's domain names. */
  returnsMedia: string | null;
  returnsComposite: boolean;
  /** Of a domain the type below it. */
  returnsType: string;
  returnsRelation: string | null;
  rowColumns: { name: string; type: string }[] | null;
  names: string[] | null;
  modes: string[] | null;
  count: number;
  defaults: number;
  types: string[];
  rowOf: string | null;
}
