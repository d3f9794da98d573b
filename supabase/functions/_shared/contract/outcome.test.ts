import { expect, it } from 'vitest';
import { outcomeOfRefusal } from './outcome.ts';

it.each([
  ['a duplicate by its code', { status: 409, code: '23505', message: 'anything' }, 'duplicate'],
  [
    'a duplicate by its words, in any case',
    { status: 400, code: '', message: 'Duplicate Key somewhere' },
    'duplicate',
  ],
  ['a rate limit', { status: 429, code: 'x' }, 'later'],
  ['closed applications', { status: 403, code: 'applications_closed' }, 'closed'],
  ['a missing proof of work', { status: 403, code: 'proof_needed' }, 'proof-needed'],
  ['a rule of the table', { status: 400, code: '23514', message: 'violates check constraint' }, 'incomplete'],
  ['another code', { status: 400, code: '22P02' }, 'failed'],
  ['nothing at all', { status: 0 }, 'failed'],
] as const)('reads %s', (_what, refusal, outcome) => {
  expect(outcomeOfRefusal(refusal)).toBe(outcome);
});
