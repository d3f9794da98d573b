import { expect, test } from 'vitest';
import { settingsStatements } from './run-statements.ts';

test('settings are applied in their order, by one named statement with bound values', () => {
  expect(settingsStatements({ 'request.jwt.claims': `{"a":"'"}`, role: 'anon' })).toEqual([
    {
      name: 'settings:request.jwt.claims,role',
      text: `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
      values: [`{"a":"'"}`, 'anon'],
    },
  ]);
});

test('returns no statement without settings', () => {
  expect(settingsStatements({})).toEqual([]);
});

test('the isolation level is set before the first snapshot, by a statement that takes none', () => {
  const [first, second] = settingsStatements({ role: 'anon', transaction_isolation: 'serializable' });
  expect(first).toEqual({ text: "set transaction_isolation = 'serializable'" });
  expect(second!.values).toEqual(['anon']);
});

test.each(["role', 'postgres", 'Role', 'a b', 'a..b', '', '1a', 'a.'])('refuses %j as a setting', (name) => {
  expect(() => settingsStatements({ [name]: 'x' })).toThrow(TypeError);
});
