import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { sampleRow } from '../kernel/data/shapes/row.sample.ts';
import { mail } from './mail/queries.ts';
import { latest } from './queries.ts';

describe('the detail of a refused change', () => {
  it.each([
    [
      'by a member',
      { by: 'ada@lab.example', at: 'now', kind: 'moved', detail: { from: null, to: 'declined' } },
    ],
    ['by none that is known', null],
  ])('contains the current state, changed %s', (_title, change) => {
    expect(z.parse(latest, { row: sampleRow, latest: change }).latest).toEqual(change);
  });

  it.each([
    ['text', 'Someone else'],
    ['null', null],
    ['no row', { latest: null }],
    ['another kind', { row: sampleRow, latest: { by: null, at: 'now', kind: 'tagged', detail: {} } }],
  ])('is refused as %s', (_title, detail) => {
    expect(() => z.parse(latest, detail)).toThrow(z.core.$ZodError);
  });
});

it('a saved draft of a mail without a body is ignored', () => {
  expect(z.safeParse(mail, { subject: 'Hello' }).error?.issues).toMatchObject([{ path: ['body'] }]);
});
