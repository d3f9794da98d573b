import { describe, expect, it } from 'vitest';
import { duplicates, isDuplicate } from './duplicates.ts';

const refusal = (constraint: string) => `duplicate key value violates unique constraint "${constraint}"`;

describe('a duplicate', () => {
  it.each([
    ['the code alone', { code: '23505', message: 'anything' }, true],
    ['the words alone, in any case', { code: '', message: 'Duplicate Key somewhere' }, true],
    ['another code', { code: '23514', message: 'violates check constraint' }, false],
    ['nothing at all', {}, false],
  ])('is known by %s', (_, answer, expected) => {
    expect(isDuplicate(answer)).toBe(expected);
  });

  it.each([
    ['the e-mail', { message: refusal('applications_email_key') }, ['email']],
    ['the profile', { message: refusal('applications_linkedin_key') }, ['linkedin']],
    ['both, when the message names neither', { message: 'duplicate key' }, ['email', 'linkedin']],
  ])('is about %s', (_, answer, fields) => {
    expect(duplicates(answer)).toEqual(fields);
  });
});
