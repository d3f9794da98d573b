import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { exportPage, page, row } from './row.ts';
import { sampleRow } from './row.sample.ts';
import { givenScore } from './change.ts';

describe('a row', () => {
  it('is accepted unchanged', () => {
    expect(z.parse(page, { rows: [sampleRow], more: false })).toEqual({ rows: [sampleRow], more: false });
  });

  it.each([
    ['a status that the contract does not have', { status: 'hired' }],
    ['a version in words', { version: '1' }],
    ['no cursor', { cursor: null }],
    ['tags in one text', { tags: 'fast' }],
    ['a mail that is nowhere', { confirmation_mail: 'lost' }],
    ['a rating that is missing', { rating: undefined }],
  ])('is refused with %s', (_title, change) => {
    expect(() => z.parse(row, { ...sampleRow, ...change })).toThrow(z.core.$ZodError);
  });
});

it.each([
  [{ score: 4, at: 'now' }, true],
  [{ score: null, at: null }, true],
  [{ score: '4', at: null }, false],
])('a score from another window, %j, is accepted: %s', (detail, isTaken) => {
  const take = () => z.parse(givenScore, detail);
  if (isTaken) expect(take()).toEqual(detail);
  else expect(take).toThrow(z.core.$ZodError);
});

it('a page of an export keeps every column of the answer', () => {
  const rows = [{ id: 'a', q1: true, q8: false, rating: null, cursor: ['t', 'a'] }];
  expect(z.parse(exportPage, { rows, more: true, export_id: 7 })).toEqual({ rows, more: true, export_id: 7 });
});
