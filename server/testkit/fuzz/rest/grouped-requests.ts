import * as fc from 'fast-check';

const aggregate = fc.constantFrom('.sum()', '.count()', '.max()', '.avg()::int', '.min()::text', '');

/** Aggregates, spreads and embeds side by side and within each other, and an order of them. */
export const inGroups = (
  known: fc.Arbitrary<string>,
  embedded: fc.Arbitrary<string>,
): fc.Arbitrary<string[]> =>
  fc
    .tuple(known, aggregate, embedded, fc.constantFrom('', '...'), embedded, fc.constantFrom('', '...'))
    .chain(([name, sum, outer, spread, inner, within]) =>
      fc.constantFrom(
        ['select', `count(),${spread}${outer}(a:${name}${sum})`],
        ['select', `n:${name}${sum},${spread}${outer}(${name},${within}${inner}(m:${name}))`],
        ['select', `${name}${sum},${name},${spread}${outer}(*,${within}${inner}(count()))`],
        ['select', `${spread}${outer}(t:${name}${sum},${inner}(id)),count()`],
        ['order', name],
        ['order', 'count.desc,m'],
        ['order', `${outer}(${name})`],
        [`${outer}.order`, name],
      ),
    );
