import type { Catalogue, QualifiedName, Relationship } from '../catalogue/catalogue.ts';
import { similarName } from '../catalogue/similar-name.ts';
import { type RestError, restError } from '../errors.ts';

type Direct = Extract<Relationship, { constraint: string }>;

/** Finds the one relationship from `origin`, within its schema, that `target` and an optional hint name. */
export function findRelationship(
  catalogue: Catalogue,
  origin: QualifiedName,
  target: string,
  hint: string | null,
): Relationship {
  const candidates = catalogue.relationships(origin).filter((each) => schemaOf(each) === origin.schema);
  const found = candidates.filter((candidate) => isMeant(candidate, target, hint));
  if (found.length === 0) throw noRelationship(catalogue, origin, target, hint, candidates);
  if (found.length > 1) throw ambiguousRelationship(origin, target, found);
  return found[0]!;
}

/** A computed relationship belongs to the schema of its function, wherever it leads. */
const schemaOf = (relationship: Relationship): string =>
  (relationship.kind === 'computed' ? relationship.function : relationship.target).schema;

function isMeant(candidate: Relationship, target: string, hint: string | null): boolean {
  if (candidate.kind === 'computed') return candidate.function.name === target;
  const named = candidate.target.name === target;
  if (isSelf(candidate)) return isMeantWithin(candidate, target, hint, named);
  if (hint !== null) {
    if (!named) return false;
    if (candidate.kind === 'many-to-many') return candidate.junction.name === hint;
    return (
      candidate.constraint === hint || isOnlyColumn(candidate, hint, 0) || isOnlyColumn(candidate, hint, 1)
    );
  }
  if (named) return true;
  if (candidate.kind === 'many-to-many' || candidate.targetIsView) return false;
  return candidate.constraint === target || isOnlyColumn(candidate, target, 0);
}

/** A key to its own relation: the relation's name means the rows that point here, the column's the row pointed to. */
function isMeantWithin(candidate: Relationship, target: string, hint: string | null, named: boolean) {
  if (candidate.kind === 'computed' || candidate.kind === 'many-to-many') return false;
  if (hint === null) {
    if (candidate.kind === 'one-to-many') return named;
    return candidate.kind === 'many-to-one' && isOnlyColumn(candidate, target, 0);
  }
  return named && candidate.kind === 'one-to-many' && isOnlyColumn(candidate, hint, 1);
}

const isSelf = ({ origin, target }: Relationship) =>
  origin.schema === target.schema && origin.name === target.name;

const isOnlyColumn = ({ columns }: Direct, name: string, side: 0 | 1): boolean =>
  columns.length === 1 && columns[0]![side] === name;

function noRelationship(
  catalogue: Catalogue,
  origin: QualifiedName,
  target: string,
  hint: string | null,
  candidates: readonly Relationship[],
): RestError {
  const using = hint === null ? '' : ` using the hint '${hint}'`;
  return restError('PGRST200', {
    message: `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    details:
      `Searched for a foreign key relationship between '${origin.name}' and '${target}'${using} ` +
      `in the schema '${origin.schema}', but no matches were found.`,
    hint: nearestHint(catalogue, origin, target, candidates),
  });
}

function nearestHint(
  catalogue: Catalogue,
  origin: QualifiedName,
  target: string,
  candidates: readonly Relationship[],
): string | null {
  if (candidates.length === 0 && !catalogue.relation(origin)?.hasForeignKeys) {
    const names = catalogue
      .relationNames(origin.schema)
      .filter((name) => catalogue.relationships({ schema: origin.schema, name }).length > 0);
    const near = similarName(origin.name, names);
    return near && `Perhaps you meant '${near}' instead of '${origin.name}'.`;
  }
  const names = candidates.map((candidate) => candidate.target.name);
  const near = similarName(target, names);
  return near && near.toLowerCase() !== target.toLowerCase()
    ? `Perhaps you meant '${near}' instead of '${target}'.`
    : null;
}

function ambiguousRelationship(origin: QualifiedName, target: string, found: readonly Relationship[]) {
  const choices = found.map((each) => `'${each.target.name}!${distinction(each)}'`);
  return restError('PGRST201', {
    message: `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    details: found.map(described),
    hint:
      `Try changing '${target}' to one of the following: ${choices.join(', ')}. ` +
      `Find the desired relationship in the 'details' key.`,
  });
}

function distinction(relationship: Relationship): string {
  if (relationship.kind === 'computed') return relationship.function.name;
  return relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint;
}

function described(relationship: Relationship): Record<string, string> {
  const { kind, origin, target } = relationship;
  const embedding = `${origin.name} with ${target.name}`;
  if (kind === 'computed') return { embedding };
  const list = (names: readonly string[]) => `(${names.join(', ')})`;
  if (kind === 'many-to-many') {
    const { name, constraintToOrigin, constraintToTarget, toOrigin, toTarget } = relationship.junction;
    const first = constraintToOrigin + list(toOrigin.map(([, column]) => column));
    const second = constraintToTarget + list(toTarget.map(([, column]) => column));
    return { cardinality: kind, embedding, relationship: `${name} using ${first} and ${second}` };
  }
  const from = origin.name + list(relationship.columns.map(([column]) => column));
  const to = target.name + list(relationship.columns.map(([, column]) => column));
  return { cardinality: kind, embedding, relationship: `${relationship.constraint} using ${from} and ${to}` };
}
