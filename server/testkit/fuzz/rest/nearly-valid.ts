import * as fc from 'fast-check';
import { manyOfOne, wide } from './wide-requests.ts';
import { inGroups } from './grouped-requests.ts';
import { column, operators, shapes, word } from './words.ts';

/** A request without a fault, but for what `spice` puts in the place of a value, a column or a whole parameter. */
export const nearlyValid: fc.Arbitrary<readonly [target: string, query: string]> = fc
  .constantFrom(...Object.entries(shapes))
  .chain(([target, [own, embeds]]) => {
    const known = fc.oneof(
      { weight: 12, arbitrary: fc.constantFrom(...own) },
      { weight: 1, arbitrary: column },
    );
    const embedded = embeds.length > 0 ? fc.constantFrom(...embeds) : known;
    const aimed = fc.oneof(
      {
        weight: 5,
        arbitrary: fc.constantFrom(
          '1',
          '2',
          '{1,2}',
          '(1,2)',
          'A*',
          'true',
          'null',
          '{red}',
          '{"n":1}',
          '[2025-01-01,2026-01-01)',
          '2025-05-05',
        ),
      },
      { weight: 1, arbitrary: word },
    );
    const one = fc.tuple(known, fc.constantFrom(...operators), aimed).map((parts) => parts.join('.'));
    const part = fc.oneof(
      fc
        .array(known, { minLength: 1, maxLength: 3 })
        .chain((list) =>
          fc
            .option(embedded)
            .map((name) => ['select', name === null ? list.join(',') : `${list.join(',')},${name}(*)`]),
        ),
      fc.constantFrom('*,count()', 'id.sum()', 'id::text', 'a:id,b:id').map((select) => ['select', select]),
      fc
        .tuple(known, fc.constantFrom(...operators), aimed)
        .map(([name, operator, text]) => [name, `${operator}.${text}`]),
      fc.array(one, { minLength: 1, maxLength: 3 }).map((list) => ['or', `(${list.join(',')})`]),
      fc
        .tuple(known, fc.constantFrom('', '.desc', '.asc.nullslast'))
        .map(([name, way]) => ['order', name + way]),
      fc.constantFrom('0', '1', '3', '1000000').map((count) => ['limit', count]),
      fc.constantFrom('0', '1', '7').map((count) => ['offset', count]),
      wide(known, embedded),
      inGroups(known, embedded),
    );
    const parts = manyOfOne(fc.array(part, { maxLength: 3 })).map((list) => {
      const [path = '', provided = ''] = target.split('?');
      const query = list.map(
        ([name = '', text = '']) => `${encodeURIComponent(name)}=${encodeURIComponent(text)}`,
      );
      return [path, [provided, ...query].filter((each) => each !== '').join('&')] as const;
    });
    return parts;
  });
