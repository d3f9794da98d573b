export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

export interface Column {
  readonly name: string;
  /** The type as SQL spells it, with its schema where needed (`uuid`, `character varying(80)`, `public.mood[]`). */
  readonly type: string;
  /** The type without its modifier, and the type below all domains. It decides how JSON paths and text search apply. */
  readonly baseType: string;
  /** The expression that fills the column when a row leaves it out, or null. */
  readonly default: string | null;
  /** True if PostgreSQL computes the column, so that it cannot be written. */
  readonly generated: boolean;
  /** True if the column's domain has casts that change how the API shows it. The server does not support these. */
  readonly represented: boolean;
  /** False for an expression of a view and for a virtual column, which PostgreSQL may compute at each use. */
  readonly isStored: boolean;
}

/** A table, view, materialized view, foreign or partitioned table in an exposed schema. */
export interface Relation extends QualifiedName {
  readonly isView: boolean;
  readonly columns: ReadonlyMap<string, Column>;
  /** Functions of one row that can be read like a column → the base type of what they return. */
  readonly computed: ReadonlyMap<string, string>;
  readonly primaryKey: readonly string[];
  /** True if a foreign key leads from or to it, which may be in a schema that is not exposed. */
  readonly hasForeignKeys: boolean;
  readonly insertable: boolean;
  readonly updatable: boolean;
  readonly deletable: boolean;
}

/** Pairs of (column of the origin, column of the target). */
type ColumnPairs = readonly (readonly [string, string])[];

/** A way from one relation to another that a request may embed along. */
export type Relationship =
  | (Ends & {
      readonly kind: 'many-to-one' | 'one-to-many' | 'one-to-one';
      readonly constraint: string;
      readonly columns: ColumnPairs;
      /** True if the foreign key is on the origin's side. */
      readonly holdsKey: boolean;
      readonly targetIsView: boolean;
    })
  | (Ends & { readonly kind: 'many-to-many'; readonly junction: Junction })
  | (Ends & { readonly kind: 'computed'; readonly function: QualifiedName; readonly single: boolean });

interface Ends {
  readonly origin: QualifiedName;
  readonly target: QualifiedName;
}

interface Junction extends QualifiedName {
  readonly constraintToOrigin: string;
  readonly constraintToTarget: string;
  /** Pairs of (column of the origin, column of the junction). */
  readonly toOrigin: ColumnPairs;
  /** Pairs of (column of the target, column of the junction). */
  readonly toTarget: ColumnPairs;
}

export interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export interface Routine extends QualifiedName {
  /** Parameter types, which tell functions of the same name apart. */
  readonly signature: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly volatility: 'immutable' | 'stable' | 'volatile';
  /** Settings of the function that apply to the whole transaction of a call. */
  readonly settings: Readonly<Record<string, string>>;
  readonly returns: {
    readonly kind: 'void' | 'scalar' | 'composite';
    /** The base type of a value or row. */
    readonly type: string;
    /** The media type that the function makes itself, which is not built. */
    readonly media: string | null;
    readonly set: boolean;
    /** The relation whose row type is returned, of any schema. */
    readonly relation: QualifiedName | null;
    /** Names of the columns that `returns table` or out parameters return, or null when the row type decides. */
    readonly columns: ReadonlyMap<string, Column> | null;
  };
}

/** Switches of `alter role authenticator set pgrst.…`, as in PostgREST's in-database configuration. */
export interface Switches {
  /** The schemas to expose, or null for those of the server's configuration. */
  readonly schemas: readonly string[] | null;
  readonly aggregates: boolean;
  readonly plans: boolean;
  /** The scope of `GET /`, namely everything the caller's role may use, everything exposed, or nothing. */
  readonly openApi: 'follow-privileges' | 'ignore-privileges' | 'disabled';
  readonly rollback: boolean;
  /** True if UPDATE and DELETE need a filter. */
  readonly needsFilter: boolean;
  readonly maxRows: number | null;
  /** Schemas whose objects functions find without their name, after the request's own. */
  readonly extraSearchPath: readonly string[];
  /** Called in each request's transaction, in the caller's role, before what the request asks for. */
  readonly preRequest: QualifiedName | null;
}

/** The service's knowledge of the database. A reload replaces it, nothing changes it. */
export interface Catalogue {
  /** The exposed schemas, the default one first. */
  readonly schemas: readonly string[];
  relation(name: QualifiedName): Relation | undefined;
  relationships(origin: QualifiedName): readonly Relationship[];
  routines(name: QualifiedName): readonly Routine[];
  relationNames(schema: string): readonly string[];
  routineNames(schema: string): readonly string[];
  /** Returns the type's name ready for SQL, or null when there is no such type. */
  typeName(name: string): string | null;
  readonly switches: Switches;
  /** Settings that `alter role … set` gives a role, which `set role` alone does not apply. */
  roleSettings(role: string): Readonly<Record<string, string>>;
  isTimeZone(name: string): boolean;
}

/** One string per name, whatever characters it holds. */
export const nameKey = ({ schema, name }: QualifiedName): string => `${schema}\0${name}`;

/** Returns true if embedding along the relationship gives one row instead of a list. */
export const isToOne = (relationship: Relationship): boolean =>
  relationship.kind === 'computed'
    ? relationship.single
    : relationship.kind === 'many-to-one' || relationship.kind === 'one-to-one';
