import type { Catalogue, Column, Relation } from '../catalogue/catalogue.ts';
import { titled, defaultValue, typeWords } from './words.ts';
import type { ColumnFacts, RelationFacts } from './facts.ts';
import { toDefinition, toParameter } from './parameters.ts';

/** A row of the relation as a schema. */
export function relationDefinition(relation: Relation, facts: RelationFacts, catalogue: Catalogue): object {
  const required = facts.columns.filter(({ isNullable }) => !isNullable).map(({ name }) => name);
  const properties = facts.columns.flatMap((known) => {
    const column = relation.columns.get(known.name);
    return column ? [[known.name, property(relation, column, known, catalogue)] as const] : [];
  });
  return {
    ...(facts.description === null ? {} : { description: facts.description }),
    // Swagger has no empty list here.
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(properties),
    type: 'object',
  };
}

function property(relation: Relation, column: Column, facts: ColumnFacts, catalogue: Catalogue): object {
  const type = column.baseType;
  const description = columnDescription(relation, facts, catalogue);
  const value = defaultValue(type, column.default);
  return {
    ...(value === undefined ? {} : { default: value }),
    ...(description === null ? {} : { description }),
    ...(facts.labels.length > 0 ? { enum: facts.labels } : {}),
    format: type,
    ...(facts.maxLength === null ? {} : { maxLength: facts.maxLength }),
    ...typeWords(type),
  };
}

/** The comment, and the notes on keys that generators of clients look for. */
function columnDescription(relation: Relation, { name, description }: ColumnFacts, catalogue: Catalogue) {
  const notes = [
    ...(relation.primaryKey.includes(name) ? ['This is a Primary Key.<pk/>'] : []),
    ...foreignKeyNotes(relation, name, catalogue).slice(0, 1),
  ];
  if (notes.length === 0) return description;
  return [...(description === null ? [] : [`${description}\n`]), 'Note:', ...notes].join('\n');
}

/** Names the targets of foreign keys of this column alone. A table comes before the views that show it. */
const foreignKeyNotes = (relation: Relation, name: string, catalogue: Catalogue) =>
  catalogue
    .relationships(relation)
    .filter((each) => 'constraint' in each)
    .filter(({ holdsKey, columns }) => holdsKey && columns.length === 1 && columns[0]![0] === name)
    .toSorted((left, right) => Number(left.targetIsView) - Number(right.targetIsView))
    .map(
      ({ target, columns: [column] }) =>
        `This is a Foreign Key to \`${target.name}.${column![1]}\`.<fk table='${target.name}' column='${column![1]}'/>`,
    );

export function relationPath(relation: Relation, { name, description, columns }: RelationFacts): object {
  const operation = { tags: [name], ...titled(description) };
  const filters = columns.map((column) => toParameter(`rowFilter.${name}.${column.name}`));
  const named = (...names: readonly string[]) => names.map(toParameter);
  const rows = { type: 'array', items: toDefinition(name) };
  const get = {
    ...operation,
    parameters: [
      ...filters,
      ...named('select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'),
    ],
    responses: { 200: { description: 'OK', schema: rows }, 206: { description: 'Partial Content' } },
  };
  if (!relation.insertable && !relation.updatable && !relation.deletable) return { get };
  return {
    get,
    post: {
      ...operation,
      parameters: named(`body.${name}`, 'select', 'preferPost'),
      responses: { 201: { description: 'Created' } },
    },
    patch: {
      ...operation,
      parameters: [...filters, ...named(`body.${name}`, 'preferReturn')],
      responses: { 204: { description: 'No Content' } },
    },
    delete: {
      ...operation,
      parameters: [...filters, ...named('preferReturn')],
      responses: { 204: { description: 'No Content' } },
    },
  };
}
