import { expect, it } from 'vitest';
import { messages, valid } from './application.sample.ts';
import { judgeApplication } from './rules.ts';

const judge = (change: object) => judgeApplication({ ...valid, ...change }, messages);

it.each([
  ['P5.2', 'name', { name: 'A' }],
  ['P5.3', 'email', { email: 'sample' }],
  ['P5.4', 'linkedin missing', { linkedin: '  ' }],
  ['P5.5', 'linkedin', { linkedin: 'https://example.org/in/sample' }],
  ['P5.6', 'sectors', { sectors: ' x ' }],
  ['P5.7', 'question', { q4: false }],
])('refuses an application by contract %s with the message of %s', (_rule, message, change) => {
  expect(judge(change).faults).toEqual([[Object.keys(change)[0], message]]);
});

it('returns exactly the keys of an application, trimmed', () => {
  const { application, faults } = judge({ name: '  Sample Builder\u200b', extra: 'x' });
  expect([application, faults]).toEqual([valid, []]);
});
