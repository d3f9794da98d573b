import { describe, expect, it } from 'vitest';
import { isAtSecondLevel, owesSecondFactor } from './assurance.rules.ts';
import { sampleAccount, sampleFactor, sampleSession } from './entities/account.sample.ts';
import type { AssuranceLevel } from './entities/session.rules.ts';

const verified = [sampleFactor()];
const unverified = [sampleFactor({ status: 'unverified' })];

const caller = (factors = verified, session: AssuranceLevel | null = 'aal2', claim: unknown = 'aal2') => ({
  account: sampleAccount({ factors }),
  session: session && sampleSession({ aal: session }),
  request: { caller: { claims: claim === null ? {} : { aal: claim } } },
});

describe('the second level', () => {
  it('is reached when both session and token are at aal2', () => {
    expect(isAtSecondLevel(caller())).toBe(true);
  });

  it.each<[string, ReturnType<typeof caller>]>([
    ['a token from before the second factor', caller(verified, 'aal2', 'aal1')],
    ['a token that outlived the removal of the factor', caller(verified, 'aal1', 'aal2')],
    ['neither', caller(verified, 'aal1', 'aal1')],
    ['a token without a session', caller(verified, null, 'aal2')],
    ['a token without the claim', caller(verified, 'aal2', null)],
    ['a claim in upper case', caller(verified, 'aal2', 'AAL2')],
    ['a claim that is a list', caller(verified, 'aal2', ['aal2'])],
    ['a claim of a level that does not exist', caller(verified, 'aal2', 'aal3')],
    ['a claim that is true', caller(verified, 'aal2', true)],
  ])('is not reached by %s', (_, call) => {
    expect(isAtSecondLevel(call)).toBe(false);
  });
});

describe('a second factor', () => {
  it.each<[string, boolean, ReturnType<typeof caller>]>([
    ['with a verified factor below aal2', true, caller(verified, 'aal1', 'aal1')],
    ['with a verified factor and an older token', true, caller(verified, 'aal2', 'aal1')],
    ['with a verified factor and a lowered session', true, caller(verified, 'aal1', 'aal2')],
    ['with a verified factor and a token of no session', true, caller(verified, null, 'aal2')],
    ['with an unverified and a verified factor', true, caller([...unverified, ...verified], 'aal1')],
    ['at aal2', false, caller()],
    ['without factors', false, caller([], 'aal1', 'aal1')],
    ['with unverified factors only', false, caller(unverified, 'aal1', 'aal1')],
  ])('%s is required: %s (contract A4.1)', (_, expected, call) => {
    expect(owesSecondFactor(call)).toBe(expected);
  });

  it('is required by the account as the transaction read it', () => {
    const call = caller([], 'aal1', 'aal1');
    expect(owesSecondFactor(call, sampleAccount({ factors: verified }))).toBe(true);
    expect(owesSecondFactor(caller(verified, 'aal1'), sampleAccount())).toBe(false);
  });
});
