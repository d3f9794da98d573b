import type { Column, QualifiedName, Relation, Routine } from '../catalogue/catalogue.ts';
import type { Preferences } from '../parse/preferences.ts';
import type { Format } from './negotiate.ts';
import type { PlannedCondition, ReadPlan } from './read-plan.ts';

/** A request that is ready to become SQL. It lists the reads, writes or calls and the form of the answer. */
export interface ActionPlan {
  readonly kind: 'read' | 'write' | 'call';
  readonly read: ReadPlan;
  readonly write: WritePlan | null;
  readonly call: CallPlan | null;
  readonly format: Format;
  readonly preferences: Preferences;
  /** The request's schema, first in the search path. */
  readonly schema: string;
  readonly readOnly: boolean;
  /** True if `tx` is respected. */
  readonly mayRollBack: boolean;
  readonly preRequest: QualifiedName | null;
  /** The bound on rows, beyond which estimated counts are estimated. */
  readonly maxRows: number | null;
  /** True if any other number of rows than one is an error that rolls everything back. */
  readonly single: boolean;
  readonly maxAffected: number | null;
}

export type WritePlan = {
  readonly relation: Relation;
  /** The written columns that the read needs, or null for the number of rows only. */
  readonly returning: readonly string[] | 'all' | null;
} & (
  | {
      readonly kind: 'insert';
      readonly body: WrittenBody;
      readonly conflict: Conflict | null;
      /** For PUT, the URL's conditions on the one row that may be written. Null allows any rows. */
      readonly only: readonly PlannedCondition[] | null;
    }
  | { readonly kind: 'update'; readonly body: WrittenBody; readonly where: readonly PlannedCondition[] }
  | { readonly kind: 'delete'; readonly where: readonly PlannedCondition[] }
);

export interface WrittenBody {
  /** The JSON text is bound when the statement runs, so one plan serves every body of the same shape. */
  readonly isArray: boolean;
  readonly columns: readonly Column[];
  /** True if a key that a row leaves out takes the column's default instead of null. */
  readonly fillsDefaults: boolean;
}

export interface Conflict {
  readonly columns: readonly string[];
  readonly merges: boolean;
}

export interface CallPlan {
  readonly routine: Routine;
  readonly arguments: CallArguments;
}

export type CallArguments =
  /** The key "" of a JSON body, for the one parameter without a name. */
  | { readonly kind: 'unnamed'; readonly type: string; readonly isArray: boolean }
  /** From the keys of a JSON body. */
  | {
      readonly kind: 'body';
      readonly isArray: boolean;
      readonly parameters: Routine['parameters'];
    }
  /** Values in text, one by one. */
  | { readonly kind: 'texts'; readonly values: readonly ArgumentText[] }
  /** The whole body as the one unnamed parameter, or null for the JSON text bound when the statement runs. */
  | { readonly kind: 'whole'; readonly type: string; readonly value: string | Buffer | null };

export interface ArgumentText {
  readonly name: string;
  readonly type: string;
  readonly variadic: boolean;
  readonly value: string | readonly string[];
}
