import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applicationKeys } from './application.ts';

const contract = readFileSync(new URL('../../../../docs/contract/product.md', import.meta.url), 'utf8');
/** Reads the number of questions from the rule "name, …, sectors and q1 to q7". */
const count = Number(/\*\*P3\.1\*\*[^*]* q1 to q(\d+)/.exec(contract)?.[1]);

test('the body of the INSERT has the keys of the contract in their order (contract P3.1)', () => {
  const questions = Array.from({ length: count }, (_, place) => `q${place + 1}`);
  expect([...applicationKeys]).toEqual(['name', 'email', 'linkedin', 'sectors', ...questions]);
});
