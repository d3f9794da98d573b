import { expect, test } from 'vitest';
import { csvLine } from './csv.ts';

test('ends a line of guarded cells as RFC 4180 has it', () => {
  expect(csvLine(['=1', ' =1', '\u001b[2Jx', null, -1])).toBe(`"'=1","' =1","[2Jx","","-1"\r\n`);
});
