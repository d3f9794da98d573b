import { expect, test } from 'vitest';
import { compareMigrations } from './states.rules.ts';

test('names each migration with its state, in order', () => {
  const file = (version: string, text = 'select 1;') => ({ version, name: `file_${version}`, text });
  const row = (version: string, statements: string[] | null = ['select 1']) => ({
    version,
    name: version === '2' ? null : `row_${version}`,
    statements,
  });
  const compared = compareMigrations(
    [row('5'), row('1'), row('2'), row('4', null)],
    [file('1'), file('3'), file('4', 'select 4'), file('5', 'select 5'), file('6')],
  );
  expect(compared.map(({ version, name, state }) => `${version} ${name} ${state}`)).toEqual([
    '1 file_1 applied',
    '2  without a file',
    '3 file_3 out of order',
    '4 file_4 applied',
    '5 file_5 different',
    '6 file_6 missing',
  ]);
});
