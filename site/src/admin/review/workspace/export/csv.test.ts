import { expect, it } from 'vitest';
import { csvHead, csvLine } from './csv.ts';

const cellsOf = (line: string) =>
  line
    .replace(/^\uFEFF/, '')
    .replace(/\r\n$/, '')
    .split('","').length;

it('quotes every cell, and holds no formula for a reader with another separator either', () => {
  const line = csvLine({ name: 'x;=1+1;y', sectors: '=1+1', rating: 4.5 });
  expect(line).toContain(`"x;'=1+1;y"`);
  expect(line).toContain(`"'=1+1"`);
  expect(line).toContain('"4.5"');
  expect(line).toMatch(/^"(?:[^"]|"")*"(?:,"(?:[^"]|"")*")*\r\n$/);
});

it('has as many cells in a line as in the head', () => {
  expect(cellsOf(csvLine({ name: 'Amber' }))).toBe(cellsOf(csvHead()));
  expect(csvHead()).toMatch(/^\uFEFF"id","created_at","name"/);
});
