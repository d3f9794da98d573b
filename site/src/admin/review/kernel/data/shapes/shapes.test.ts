import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { exportPage, page, row, type Row } from './row.ts';
import { givenScore } from './change.ts';
import { me } from './people.ts';

/** A row as the database answers it. */
const answered: Row = {
  id: '1f0c2a34-0000-4000-8000-000000000001',
  created_at: '2026-11-20T12:30:00+00:00',
  name: 'Amber Sample',
  email: 'amber@builders.example',
  linkedin: null,
  sectors: 'music',
  status: 'submitted',
  version: 1,
  email_confirmed_at: null,
  confirmation_mail: 'sent',
  assignee: null,
  tags: ['fast'],
  rating: 4.5,
  source: 'direct',
  status_changed_at: '2026-11-20T12:30:00+00:00',
  archived_at: null,
  due_at: null,
  email_bounced_at: null,
  not_told: false,
  told_at: null,
  interview_at: null,
  cursor: ['2026-11-20 12:30:00+00', '1f0c2a34-0000-4000-8000-000000000001'],
};

describe('a row', () => {
  it('is accepted unchanged', () => {
    expect(z.parse(page, { rows: [answered], more: false })).toEqual({ rows: [answered], more: false });
  });

  it.each([
    ['a status that the contract does not have', { status: 'hired' }],
    ['a version in words', { version: '1' }],
    ['no cursor', { cursor: null }],
    ['tags in one text', { tags: 'fast' }],
    ['a mail that is nowhere', { confirmation_mail: 'lost' }],
    ['a rating that is missing', { rating: undefined }],
  ])('is refused with %s', (_title, change) => {
    expect(() => z.parse(row, { ...answered, ...change })).toThrow(z.core.$ZodError);
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

it.each([[null], ['owner'], ['reviewer'], ['reader']])(
  'access %s is known and grants or denies',
  (access) => {
    const answer = {
      user_id: 'u',
      name: 'Ada',
      email: 'ada@lab.example',
      access,
      aal: 'aal1',
      second_factor_required: false,
      has_second_factor: true,
    };
    expect(z.parse(me, answer)).toEqual(answer);
    expect(() => z.parse(me, { ...answer, access: 'admin' })).toThrow(z.core.$ZodError);
  },
);

it('a page of an export keeps every column of the answer', () => {
  const rows = [{ id: 'a', q1: true, q8: false, rating: null, cursor: ['t', 'a'] }];
  expect(z.parse(exportPage, { rows, more: true, export_id: 7 })).toEqual({ rows, more: true, export_id: 7 });
});
