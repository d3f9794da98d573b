import type { RelationFacts } from './facts.ts';

export interface Reference {
  readonly $ref: string;
}

export const toParameter = (name: string): Reference => ({ $ref: `#/parameters/${inPointer(name)}` });
export const toDefinition = (name: string): Reference => ({ $ref: `#/definitions/${inPointer(name)}` });

/** A name as a step of a JSON pointer in a URI (RFC 6901, section 6). */
const inPointer = (name: string) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));

const inQuery = (name: string, description: string | undefined) =>
  ({ name, description, required: false, in: 'query', type: 'string' }) as const;

const inHeader = (name: string, description: string, more: object = {}) =>
  ({ name, description, required: false, in: 'header', type: 'string', ...more }) as const;

const PAGING = 'Limiting and Pagination';

const prefer = (...values: readonly string[]) =>
  inHeader('Prefer', 'Preference', values.length > 0 ? { enum: values } : {});

const returns = ['return=representation', 'return=minimal', 'return=none'];
const resolutions = ['resolution=ignore-duplicates', 'resolution=merge-duplicates'];

/** Parameters that every relation takes, by the names that operations refer to them. */
const shared = {
  preferParams: prefer(),
  preferReturn: prefer(...returns),
  preferCount: prefer('count=none'),
  preferPost: prefer(...returns, ...resolutions),
  select: inQuery('select', 'Filtering Columns'),
  on_conflict: inQuery('on_conflict', 'On Conflict'),
  order: inQuery('order', 'Ordering'),
  range: inHeader('Range', PAGING),
  rangeUnit: inHeader('Range-Unit', PAGING, { default: 'items' }),
  offset: inQuery('offset', PAGING),
  limit: inQuery('limit', PAGING),
};

/** The shared parameters, and the body and the filters of each relation. */
export function parameterDefinitions(relations: readonly RelationFacts[]): Record<string, object> {
  const own = relations.flatMap(({ name, columns }) => [
    [
      `body.${name}`,
      { name, description: name, required: false, in: 'body', schema: toDefinition(name) },
    ] as const,
    ...columns.map(
      (column) =>
        [`rowFilter.${name}.${column.name}`, inQuery(column.name, column.description ?? undefined)] as const,
    ),
  ]);
  return { ...shared, ...Object.fromEntries(own) };
}
