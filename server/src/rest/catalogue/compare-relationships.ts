import type { Relationship } from './catalogue.ts';

const kinds = ['one-to-many', 'many-to-one', 'one-to-one', 'many-to-many', 'computed'] as const;

/** Orders candidates by target, kind, constraint or junction, and columns. */
export function compareRelationships(left: Relationship, right: Relationship): number {
  const byKind = kinds.indexOf(left.kind) - kinds.indexOf(right.kind);
  return (
    compareTexts(targetKey(left), targetKey(right)) || byKind || compareTexts(wayKey(left), wayKey(right))
  );
}

const compareTexts = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

/** Computed relationships come after all that keys offer. */
const targetKey = ({ kind, target }: Relationship): string =>
  [kind === 'computed' ? 1 : 0, target.schema, target.name].join('\0');

function wayKey(relationship: Relationship): string {
  if (relationship.kind === 'computed') return relationship.function.name;
  if (relationship.kind !== 'many-to-many')
    return [relationship.constraint, ...relationship.columns.flat()].join('\0');
  const { schema, name, constraintToOrigin, constraintToTarget, toOrigin, toTarget } = relationship.junction;
  return [schema, name, constraintToOrigin, constraintToTarget, ...toOrigin.flat(), ...toTarget.flat()].join(
    '\0',
  );
}
