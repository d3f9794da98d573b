import type { Column, QualifiedName, Relationship } from '../catalogue/catalogue.ts';
import type { JsonStep } from '../parse/field.ts';
import type { Condition } from '../parse/filter.ts';
import type { RowRange } from '../parse/range.ts';
import type { Aggregate } from '../parse/select.ts';

/** The source of rows and the names they answer to. */
export interface Scope {
  /** The SQL alias of the rows, unique within the request. */
  readonly alias: string;
  /** The relation, or the function, whose rows these are. */
  readonly name: QualifiedName;
  /** The name of the rows in errors, as PostgREST's SQL has it. */
  readonly label: string;
  readonly columns: ReadonlyMap<string, Column>;
  readonly computed: ReadonlyMap<string, string>;
  /** True for rows of a function. PostgreSQL forgets their type, and may compute their columns at each use. */
  readonly untyped?: boolean;
}

export type Source =
  | { readonly kind: 'relation'; readonly name: QualifiedName }
  /** The rows that the request's write or call returned. */
  | { readonly kind: 'result' }
  | { readonly kind: 'embedded'; readonly relationship: Relationship; readonly parent: Scope };

/** A known column, or the whole row. `type` is its base type, `rowOf` the type that its row must be given first. */
export interface PlannedField {
  readonly column: string | null;
  readonly rowOf?: QualifiedName;
  readonly type: string | null;
  readonly path: readonly JsonStep[];
  /** False for what PostgreSQL may compute at each use. */
  readonly isStored: boolean;
}

/** A column that an embedded level passes to its parent. `isJson` marks JSON, which cannot be grouped by. */
interface HandedUp {
  readonly embed: string;
  readonly column: string;
  readonly isJson: boolean;
}

/** An expression of the select list, either a field of this level or a column of an embedded one. */
export interface Output {
  readonly from:
    | { readonly field: PlannedField }
    | HandedUp
    /** All columns, under their own names. */
    | { readonly star: true };
  /** Ready for SQL. */
  readonly cast: string | null;
  readonly aggregate: Aggregate | null;
  readonly aggregateCast: string | null;
  readonly name: string;
}

export type PlannedCondition =
  | { readonly kind: 'condition'; readonly field: PlannedField; readonly condition: Condition }
  | {
      readonly kind: 'group';
      readonly negated: boolean;
      readonly by: 'and' | 'or';
      readonly members: readonly PlannedCondition[];
    }
  /** Tests if the embedded resource has rows. */
  | {
      readonly kind: 'presence';
      readonly embed: string;
      readonly single: boolean;
      readonly present: boolean;
    };

export interface PlannedOrder {
  readonly by:
    | { readonly field: PlannedField }
    /** A column that the embedded level hands up. */
    | { readonly embed: string; readonly column: string }
    /** One of its order keys. */
    | { readonly embed: string; readonly key: number };
  readonly direction: 'asc' | 'desc' | null;
  readonly nulls: 'first' | 'last' | null;
}

export interface ReadPlan {
  readonly scope: Scope;
  readonly source: Source;
  readonly outputs: readonly Output[];
  readonly embeds: readonly Embed[];
  readonly where: readonly PlannedCondition[];
  readonly order: readonly PlannedOrder[];
  readonly range: RowRange;
  /** True if aggregates are computed here and other outputs grouped by. A spread level leaves them to its parent. */
  readonly grouped: boolean;
  readonly spread: boolean;
}

export interface Embed {
  readonly plan: ReadPlan;
  /** The key it answers under. */
  readonly name: string;
  readonly single: boolean;
  readonly join: 'inner' | 'left';
  /** Shown as a key, as the parent's columns, or only used as a condition. */
  readonly shown: 'nested' | 'spread' | 'hidden';
  /** Fields the level above orders by. */
  readonly orderKeys: readonly PlannedField[];
}
