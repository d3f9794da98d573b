import * as fc from 'fast-check';
import { column, halfEncoded, operators, relation, word } from './words.ts';

const path = fc
  .tuple(
    column,
    fc.constantFrom('', '->a', '->>a', '->0', '->-1->>b', '->'),
    fc.constantFrom(
      '',
      '::text',
      '::int',
      '::_int4',
      '::secrets',
      '::regclass',
      '::nope',
      '.sum()',
      '.count()',
    ),
  )
  .map((parts) => parts.join(''));

const selection: fc.Arbitrary<string> = fc.letrec<{ list: string }>((tie) => ({
  list: fc
    .array(
      fc.oneof(
        { maxDepth: 3 },
        path,
        fc
          .tuple(
            fc.constantFrom('', '...', 'x:', 'id:'),
            relation,
            fc.constantFrom('', '!inner', '!left', '!client_id', '!nope'),
            tie('list'),
          )
          .map(([before, name, after, list]) => `${before}${name}${after}(${list})`),
      ),
      { maxLength: 4 },
    )
    .map((items) => items.join(',')),
})).list;

const condition = fc
  .tuple(path, fc.constantFrom(...operators), word)
  .map(([field, operator, value]) => `${field}.${operator}.${value}`);
const tree: fc.Arbitrary<string> = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    condition,
    fc
      .tuple(fc.constantFrom('and', 'or', 'not.and', 'not.or'), fc.array(tie('tree'), { maxLength: 3 }))
      .map(([by, members]) => `${by}(${members.join(',')})`),
  ),
})).tree;

const parameter = fc.oneof(
  selection.map((value) => ['select', value]),
  fc
    .tuple(path, fc.constantFrom(...operators), word)
    .map(([field, operator, value]) => [field, `${operator}.${value}`]),
  fc.tuple(relation, column, word).map(([name, field, value]) => [`${name}.${field}`, `eq.${value}`]),
  fc
    .tuple(fc.constantFrom('and', 'or', 'not.or', 'clients.or'), fc.array(tree, { maxLength: 3 }))
    .map(([by, members]) => [by, `(${members.join(',')})`]),
  fc
    .tuple(
      fc.constantFrom('order', 'projects.order'),
      path,
      fc.constantFrom('', '.asc', '.desc.nullslast', '.up'),
    )
    .map(([name, field, way]) => [name, `${field}${way}`]),
  fc.tuple(fc.constantFrom('limit', 'offset', 'tasks.limit'), word).map(([name, value]) => [name, value]),
  fc
    .tuple(fc.constantFrom('columns', 'on_conflict'), fc.array(column, { maxLength: 3 }))
    .map(([name, list]) => [name, list.join(',')]),
  fc.tuple(word, word).map((pair) => [...pair]),
);

/** Most are encoded properly, some only as far as a URL requires. */
export const encoded = fc
  .tuple(fc.array(parameter, { maxLength: 5 }), fc.boolean())
  .map(([pairs, properly]) => {
    const encode = properly ? encodeURIComponent : halfEncoded;
    return pairs.map(([name = '', value = '']) => `${encode(name)}=${encode(value)}`).join('&');
  });
