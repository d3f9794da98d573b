import { distance } from '../catalogue/similar-name.ts';
import type { Column } from '../catalogue/catalogue.ts';
import { notImplemented, undefinedColumn } from '../errors.ts';
import type { Field } from '../parse/field.ts';
import type { PlannedField, Scope } from './read-plan.ts';

/** The column that a field names. @throws the error of PostgreSQL when there is none */
export function resolveField(scope: Scope, { name, path }: Field): PlannedField {
  const column = scope.columns.get(name);
  if (column) {
    const isStored = column.isStored && !scope.untyped;
    return { column: asStored(column).name, type: column.baseType, path, isStored };
  }
  const computed = scope.computed.get(name);
  if (computed !== undefined)
    return {
      column: name,
      type: computed,
      path,
      isStored: false,
      ...(scope.untyped && { rowOf: scope.name }),
    };
  const near = nearestColumn(scope, name);
  const hint = near ? `Perhaps you meant to reference the column "${scope.label}.${near}".` : null;
  throw undefinedColumn(scope.label, name, hint);
}

/** The column itself. @throws where the API would have to show it otherwise than PostgreSQL does */
export function asStored(column: Column): Column {
  if (column.represented)
    throw notImplemented(
      `Domain representations are not implemented: ${column.name} has the type ${column.type}`,
    );
  return column;
}

/** PostgreSQL's own rule allows at most three edits, and no more than half of the name. */
function nearestColumn({ columns }: Scope, name: string): string | null {
  let nearest: string | null = null;
  let least = 4;
  for (const column of columns.keys()) {
    if (Math.abs(column.length - name.length) > 3 || name.length > 63) continue;
    const changes = distance(name, column);
    if (changes < least && changes <= column.length / 2) [nearest, least] = [column, changes];
  }
  return nearest;
}
