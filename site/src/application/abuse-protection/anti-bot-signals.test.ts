import { expect, it } from 'vitest';
import { headersOf } from './anti-bot-signals.ts';

const plain = { elapsed: 2345.6, honeypot: '', proof: null, questionsVersion: 1 };

it('sends the time in whole milliseconds and the version of the questions, and nothing empty', () => {
  expect(headersOf(plain)).toEqual({ 'x-application-elapsed': '2345', 'x-questions-version': '1' });
});

it('sends a solved proof unchanged', () => {
  expect(headersOf({ ...plain, proof: '{"counter":7}' })).toHaveProperty(
    'x-application-proof',
    '{"counter":7}',
  );
});

it.each(['https://spam.example', 'žluťoučký\nkůň', '\u0000'.repeat(9)])(
  'sends a filled trap in a form that a header can carry: %j',
  (honeypot) => {
    const header = headersOf({ ...plain, honeypot })['x-application-trap'];
    expect(header).toMatch(/^[\x21-\x7e]{1,100}$/);
  },
);
