import { expect, it } from 'vitest';
import { applicationQuestions, forEachQuestion, type Question } from '@solostead/contract/questions';
import { messages, valid } from './application.sample.ts';
import { describeRemaining } from './remaining-fields.ts';
import { judgeApplication } from './rules.ts';

const copy = {
  names: {
    name: 'full name',
    email: 'email',
    linkedin: 'LinkedIn profile',
    sectors: 'sectors',
    ...(Object.fromEntries(
      applicationQuestions.map((question, place) => [question, `question ${place + 1}`]),
    ) as Record<Question, string>),
  },
  left: (count: number, total: number) => `${count} of ${total} left`,
  more: (count: number) => `and ${count} more`,
};
const empty = { name: '', email: '', linkedin: '', sectors: '', ...forEachQuestion(false) };
const total = Object.keys(empty).length;
const describe = (values: object) =>
  describeRemaining(
    judgeApplication({ ...empty, ...values }, messages).faults.map(([key]) => key),
    copy,
  );

it.each([
  [
    'nothing filled',
    {},
    `${total} of ${total} left: full name, email, LinkedIn profile and ${total - 3} more`,
  ],
  ['all but a question', { ...valid, q2: false }, `1 of ${total} left: question 2`],
  ['a field that is wrong', { ...valid, email: 'sample@' }, `1 of ${total} left: email`],
  [
    'three',
    { ...valid, q1: false, q2: false, q7: false },
    `3 of ${total} left: question 1, question 2, question 7`,
  ],
  ['none', valid, ''],
])('names missing fields: %s', (_, values, sentence) => {
  expect(describe(values)).toBe(sentence);
});
