import * as fc from 'fast-check';
import { seed, steps } from '@solostead/server-testkit/random';
import { type RandomFilter, someFilter, someRow } from './random-filters.ts';
import { describe, expect, it, type Lab } from './fixtures.ts';

it.beforeAll(async ({ lab }) => {
  const rows = fc.sample(someRow, { numRuns: 60, seed: 7 });
  await lab.sql(
    `insert into lab.random (number, words, yes, tags, meta)
     select number, words, yes, tags, meta from json_populate_recordset(null::lab.random, $1)`,
    [JSON.stringify(rows)],
  );
});

describe('for random filters over random rows', () => {
  it('a read gives the rows that the same filter gives in SQL', async ({ lab }) => {
    const property = fc.asyncProperty(someFilter, async (filter) => {
      const { body } = await lab.ask(
        `/random?select=id&order=id&and=${encodeURIComponent(`(${filter.url})`)}`,
      );
      expect(ids(body)).toEqual(await byHand(lab, filter));
    });
    await fc.assert(property, { numRuns: steps / 2, seed });
  });

  it('a count is the number of these rows', async ({ lab }) => {
    const property = fc.asyncProperty(someFilter, async (filter) => {
      const path = `/random?and=${encodeURIComponent(`(${filter.url})`)}`;
      const { headers } = await lab.ask(path, { method: 'HEAD', headers: { prefer: 'count=exact' } });
      expect(Number(headers.get('content-range')?.split('/')[1])).toBe((await byHand(lab, filter)).length);
    });
    await fc.assert(property, { numRuns: steps / 4, seed });
  });

  it('a write changes these rows and no others', async ({ lab }) => {
    const property = fc.asyncProperty(
      someFilter,
      fc.constantFrom('PATCH', 'DELETE'),
      async (filter, method) => {
        const { body } = await lab.ask(`/random?select=id&and=${encodeURIComponent(`(${filter.url})`)}`, {
          method,
          headers: { prefer: 'return=representation, tx=rollback' },
          ...(method === 'PATCH' ? { body: { number: 1 } } : {}),
        });
        expect(ids(body).toSorted((left, right) => left - right)).toEqual(await byHand(lab, filter));
      },
    );
    await fc.assert(property, { numRuns: steps / 4, seed });
  });
});

const byHand = async (lab: Lab, { sql }: RandomFilter) =>
  (await lab.sql<{ id: number }>(`select id from lab.random where ${sql} order by id`)).map(({ id }) => id);

const ids = (body: unknown) => (body as { id: number }[]).map(({ id }) => id);
