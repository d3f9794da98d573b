import { expect, it } from 'vitest';
import { countAnswers } from './Questions.tsx';

const wording = { q1: 'First', q2: 'Second' };

it.each([
  ['all yes', { q1: true, q2: true }, { yes: 2, count: 2 }],
  ['one no', { q1: true, q2: false }, { yes: 1, count: 2 }],
  ['a question added after the application', { q1: true, q2: true, q3: false }, { yes: 2, count: 2 }],
])('counts the answers to the questions of the form: %s', (_, answers, expected) => {
  expect(countAnswers(wording, answers)).toEqual(expected);
});
