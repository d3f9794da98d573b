import { expect, it } from 'vitest';
import { addressMistake } from './change-address.ts';

it.each([
  ['', 'Please enter an email address.'],
  ['nonsense', 'Please enter an email address.'],
  ['two words@lab.example', 'Please enter an email address.'],
  ['ME@Lab.example', 'This is already your address.'],
  ['other@lab.example', undefined],
])('a change of me@lab.example to %j is answered %j', (wanted, mistake) => {
  expect(addressMistake(wanted, 'me@lab.example')).toBe(mistake);
});
