import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { fetchNotingRetryAfter } from '#supabase/retry-after.ts';
import { asReviewError, conflictDetail, ReviewError, reviewErrorOf, sentenceOf } from './review-error.ts';

describe('a refusal of the data API', () => {
  it.each([
    [0, '', 'offline'],
    [400, 'invalid_value', 'refused'],
    [400, '22023', 'failed'],
    [400, '22007', 'failed'],
    [400, '22P02', 'failed'],
    [401, 'PGRST301', 'signed-out'],
    [403, 'access_too_low', 'forbidden'],
    [404, 'not_found', 'gone'],
    [404, 'PGRST202', 'failed'],
    [406, 'PGRST116', 'gone'],
    [409, 'version_conflict', 'conflict'],
    [413, '', 'refused'],
    [422, 'move_not_allowed', 'refused'],
    [422, '', 'failed'],
    [429, 'too_soon', 'refused'],
    [429, '', 'refused'],
    [500, '', 'failed'],
    [502, '', 'offline'],
    [503, '', 'offline'],
    [503, 'PGRST000', 'offline'],
    [503, '57P01', 'offline'],
    [503, 'PGRST002', 'busy'],
    [503, 'PGRST003', 'busy'],
    [503, '53100', 'busy'],
    [504, '', 'offline'],
  ])('of status %i and code "%s" is %s', (status, code, kind) => {
    const error = reviewErrorOf({ status, error: { code, message: 'A sentence.' } });
    expect(error).toBeInstanceOf(ReviewError);
    expect([error.errorKind, error.message]).toEqual([kind, 'A sentence.']);
  });

  it.each([
    [403, '42501', 'forbidden', 'You may not open this.'],
    [409, '23503', 'conflict', 'This has changed since you opened it.'],
    [409, '23505', 'conflict', 'This has changed since you opened it.'],
  ])('of status %i and PostgreSQL’s code "%s" is %s, in words for people', (status, code, kind, sentence) => {
    const error = reviewErrorOf({ status, error: { code, message: 'duplicate key' } });
    expect([error.errorKind, sentenceOf(error)]).toEqual([kind, sentence]);
  });

  it.each([
    ['{"version": 2}', { version: 2 }],
    ['a sentence', 'a sentence'],
    ['', ''],
    ['null', null],
    [null, null],
    [undefined, null],
  ])('keeps its detail %j as %j', (details, detail) => {
    const error = reviewErrorOf({ status: 409, error: { message: '', details } });
    expect(error.detail).toEqual(detail);
  });

  it.each([
    ['as in the backend’s answer', '7', 7],
    ['one second without a time in the answer', null, 1],
  ])('of status 429 has the seconds to wait: %s', async (_title, header, waitSeconds) => {
    const headers: Record<string, string> = header === null ? {} : { 'Retry-After': header };
    vi.stubGlobal('fetch', async () => new Response('', { status: 429, headers }));
    await fetchNotingRetryAfter('https://backend.example/');
    expect(reviewErrorOf({ status: 429, error: null })).toMatchObject({ waitSeconds });
    expect(reviewErrorOf({ status: 400, error: null })).toMatchObject({ waitSeconds: null });
    expect(reviewErrorOf({ status: 503, error: null })).toMatchObject({ waitSeconds: 1 });
  });

  it('without a message names its status', () => {
    expect(reviewErrorOf({ status: 502, error: null }).message).toBe('status 502');
  });
});

describe('the current state in a conflict', () => {
  const version = z.object({ version: z.number() });
  it.each([
    ['a conflict with the state', new ReviewError('conflict', '', { version: 3, more: 1 }), { version: 3 }],
    ['a conflict of another shape', new ReviewError('conflict', '', { version: '3' }), null],
    ['a conflict without detail', new ReviewError('conflict', ''), null],
    ['another refusal with that detail', new ReviewError('refused', '', { version: 3 }), null],
    ['an error of the program', new TypeError('x'), null],
    ['nothing', undefined, null],
  ])('is read from %s', (_title, cause, detail) => {
    expect(conflictDetail(cause, version)).toEqual(detail);
  });
});

it.each([
  ['refused', 'A sentence.'],
  ['forbidden', 'A sentence.'],
  ['conflict', 'A sentence.'],
  ['gone', 'It was deleted in the meantime.'],
  ['failed', 'Please try again in a moment.'],
  ['busy', 'The server is busy. Please try again in a moment.'],
] as const)('an error of kind %s is explained by: %s', (kind, sentence) => {
  expect(sentenceOf(new ReviewError(kind, 'A sentence.'))).toBe(sentence);
});

it('another error keeps its message', () => {
  const error = asReviewError(new TypeError('x is undefined'));
  expect([error.errorKind, error.message]).toEqual(['failed', 'TypeError: x is undefined']);
  expect(asReviewError(error)).toBe(error);
});
