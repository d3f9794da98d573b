import { describe, expect, it } from 'vitest';
import { duplicates } from './duplicates.ts';

const refusal = (constraint: string) => `duplicate key value violates unique constraint "${constraint}"`;

describe('a duplicate', () => {
  it.each([
    ['the e-mail', { message: refusal('applications_email_key') }, ['email']],
    ['the profile', { message: refusal('applications_linkedin_key') }, ['linkedin']],
    ['both, when the message names neither', { message: 'duplicate key' }, ['email', 'linkedin']],
  ])('is about %s', (_, answer, fields) => {
    expect(duplicates(answer)).toEqual(fields);
  });
});
