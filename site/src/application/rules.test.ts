import { describe, expect, it } from 'vitest';
import { forEachQuestion } from '../../../supabase/functions/_shared/contract/questions.ts';
import { applicationRules } from './rules.ts';

const messages = {
  name: 'name',
  email: 'email',
  linkedinMissing: 'linkedin missing',
  linkedin: 'linkedin',
  sectors: 'sectors',
  question: 'question',
};

const valid = {
  name: 'Sample Builder',
  email: 'sample@example.org',
  linkedin: 'https://www.linkedin.com/in/sample',
  sectors: 'Logistics',
  ...forEachQuestion(true),
};

const judge = (change: object) => applicationRules(messages).safeParse({ ...valid, ...change });

const firstMessage = (change: object) => judge(change).error?.issues[0]?.message;

describe('the messages of refused fields', () => {
  it.each([
    ['name', { name: 'A' }],
    ['email', { email: 'sample' }],
    ['linkedin missing', { linkedin: '  ' }],
    ['linkedin', { linkedin: 'https://example.org/in/sample' }],
    ['sectors', { sectors: '' }],
    ['question', { q4: false }],
  ])('%s', (message, change) => {
    expect(firstMessage(change)).toBe(message);
  });
});

it('returns exactly the keys of an application, trimmed', () => {
  const { data } = judge({ name: '  Sample Builder ', extra: 'x' });
  expect(data).toEqual(valid);
});
