import * as fc from 'fast-check';

/** Sizes around the limit of a list, and far beyond it. */
const manyTimes = fc.constantFrom(10, 49, 50, 51, 99, 100, 101, 199, 200, 201, 500, 501, 2000, 2001, 4000);

const repeated = (count: number, item: string): string => Array.from({ length: count }, () => item).join();

/** The same, or the first of them many times over. */
export const manyOfOne = (lists: fc.Arbitrary<string[][]>): fc.Arbitrary<string[][]> =>
  fc.oneof(
    { weight: 12, arbitrary: lists },
    {
      weight: 1,
      arbitrary: fc
        .tuple(lists, manyTimes)
        .map(([[first], count]) => (first ? Array.from({ length: count }, () => first) : [])),
    },
  );

/** Parameters with many columns, embeds, sort keys, conditions, values, steps and arguments. */
export const wide = (known: fc.Arbitrary<string>, embedded: fc.Arbitrary<string>): fc.Arbitrary<string[]> =>
  fc
    .tuple(manyTimes, known, embedded)
    .chain(([count, name, relation]) =>
      fc.constantFrom(
        ['select', repeated(count, name)],
        ['select', repeated(count, `a:${name}::text`)],
        ['select', repeated(count, `${relation}(${name})`)],
        ['select', `${name},${relation}(${repeated(count, name)})`],
        ['select', `${`${relation}(`.repeat(count)}${name}${')'.repeat(count)}`],
        ['select', `${name}${'->a'.repeat(count)}`],
        ['order', repeated(count, `${name}.desc`)],
        ['or', `(${repeated(count, `${name}.eq.1`)})`],
        ['and', `(${repeated(count, `not.or(${name}.gt.0)`)})`],
        [name, `in.(${repeated(count, '1')})`],
        [name, `in.(${repeated(count, '"')})`],
        ['columns', repeated(count, name)],
        ['on_conflict', repeated(count, name)],
        [`${'a.'.repeat(count)}order`, name],
      ),
    );
