import { describe, expect, it } from 'vitest';
import { completions, incompletable } from '@solostead/tests/fixtures/profile-examples.ts';
import { completeProfile, shortProfile } from './profile.ts';
import { isFieldValid } from './text-fields.ts';

// tests/wire/applications/rules.test.ts stores the same results.
describe('a profile', () => {
  it.each(completions)('%j is completed to %j', (typed, profile) => {
    expect(completeProfile(typed)).toBe(profile);
    expect(isFieldValid('linkedin', profile)).toBe(true);
    expect(completeProfile(profile)).toBe(profile);
  });

  it.each(incompletable)('%j stays as it is and is refused', (typed) => {
    expect(completeProfile(typed)).toBe(typed);
    expect(isFieldValid('linkedin', typed)).toBe(false);
  });
});

it.each([
  ['https://www.linkedin.com/in/jane-doe/?utm_source=share', '…/in/jane-doe'],
  ['http://de.LinkedIn.com/IN/Jane', '…/in/Jane'],
  ['https://www.linkedin.com/company/jane', null],
  ['https://www.linkedin.com/in/me', null],
  ['', null],
])('the short form of %j is %j', (address, short) => {
  expect(shortProfile(address)).toBe(short);
});
