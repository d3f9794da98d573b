import * as fc from 'fast-check';

/** A filter of the table `random` (random-filters.model.test.ts) as a URL spells it, and the same written by hand in SQL. */
export interface RandomFilter {
  readonly url: string;
  readonly sql: string;
}

const literal = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** In a tree a value is quoted, so that commas and parentheses stay its own. */
const quoted = (text: string) => `"${text.replace(/[\\"]/g, '\\$&')}"`;

/** Realistic and hostile text without null characters, which neither side can store. */
const someText = fc
  .oneof(
    fc.string({ maxLength: 6 }),
    fc.string({ unit: 'grapheme', maxLength: 4 }),
    fc.constantFrom('', ',', ')', '"', '\\', 'a,b', '(x)', '%', '*', "it's", 'null', 'not.eq.1', '{a}', ' '),
  )
  .filter((text) => !text.includes('\0'));

const someNumber = fc.integer({ min: -3, max: 3 });

const comparisons = { eq: '=', neq: '<>', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;
const comparison = fc.constantFrom(...(Object.keys(comparisons) as (keyof typeof comparisons)[]));

const ofNumbers = fc.tuple(comparison, someNumber).map(([operator, number]) => ({
  url: `number.${operator}.${number}`,
  sql: `number ${comparisons[operator]} ${number}`,
}));

const ofTexts = fc.tuple(comparison, someText).map(([operator, text]) => ({
  url: `words.${operator}.${quoted(text)}`,
  sql: `words ${comparisons[operator]} ${literal(text)}`,
}));

const ofPatterns = fc
  .tuple(fc.constantFrom('like', 'ilike'), fc.stringMatching(/^[ab%*_]{0,4}$/))
  .map(([operator, pattern]) => ({
    url: `words.${operator}.${quoted(pattern)}`,
    sql: `words ${operator} ${literal(pattern.replaceAll('*', '%'))}`,
  }));

const ofLists = fc.array(someText, { minLength: 1, maxLength: 3 }).map((texts) => ({
  url: `words.in.(${texts.map(quoted).join(',')})`,
  // The list of one empty text is how the wire writes the empty list.
  sql: texts.length === 1 && texts[0] === '' ? 'false' : `words in (${texts.map(literal).join(', ')})`,
}));

const ofStates = fc
  .tuple(fc.constantFrom('yes', 'number', 'words'), fc.constantFrom('null', 'true', 'false', 'unknown'))
  .filter(([column, state]) => column === 'yes' || state === 'null')
  .map(([column, state]) => ({ url: `${column}.is.${state}`, sql: `${column} is ${state}` }));

const ofArrays = fc
  .tuple(fc.constantFrom(['cs', '@>'], ['cd', '<@'], ['ov', '&&']), fc.subarray(['a', 'b', 'c']))
  .map(([[operator, symbol], tags]) => ({
    url: `tags.${operator}.{${tags.join(',')}}`,
    sql: `tags ${symbol} '{${tags.join(',')}}'`,
  }));

const ofJson = fc.tuple(comparison, someText).map(([operator, text]) => ({
  url: `meta->>key.${operator}.${quoted(text)}`,
  sql: `meta ->> 'key' ${comparisons[operator]} ${literal(text)}`,
}));

const ofAny = fc
  .tuple(fc.constantFrom('any', 'all'), fc.array(someNumber, { maxLength: 3 }))
  .map(([which, list]) => ({
    url: `number.gte(${which}).{${list.join(',')}}`,
    sql: `number >= ${which} ('{${list.join(',')}}')`,
  }));

const negatable = fc
  .tuple(fc.oneof(ofNumbers, ofTexts, ofPatterns, ofLists, ofStates, ofArrays, ofJson, ofAny), fc.boolean())
  .map(([{ url, sql }, negated]): RandomFilter => {
    if (!negated) return { url, sql };
    const at = url.indexOf('.');
    return { url: `${url.slice(0, at)}.not${url.slice(at)}`, sql: `not (${sql})` };
  });

/** Trees of `and`, `or` and `not` over conditions of every kind. */
export const someFilter: fc.Arbitrary<RandomFilter> = fc.letrec<{ tree: RandomFilter }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    negatable,
    fc
      .tuple(
        fc.constantFrom('and', 'or'),
        fc.boolean(),
        fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
      )
      .map(([by, negated, members]) => ({
        url: `${negated ? 'not.' : ''}${by}(${members.map(({ url }) => url).join(',')})`,
        sql: `${negated ? 'not ' : ''}(${members.map(({ sql }) => sql).join(` ${by} `)})`,
      })),
  ),
})).tree;

/** Rows of the table, nulls among them. */
export const someRow = fc.record({
  number: fc.option(someNumber),
  words: fc.option(someText),
  yes: fc.option(fc.boolean()),
  tags: fc.subarray(['a', 'b', 'c']),
  meta: fc.option(fc.record({ key: someText })),
});
