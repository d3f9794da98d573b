import { expect, test } from 'vitest';
import { settingsStatement } from './run-statements.ts';

test('settings are applied in their order, by one named statement with bound values', () => {
  expect(settingsStatement({ 'request.jwt.claims': `{"a":"'"}`, role: 'anon' })).toEqual({
    name: 'settings:request.jwt.claims,role',
    text: `select set_config('request.jwt.claims', $1, true), set_config('role', $2, true)`,
    values: [`{"a":"'"}`, 'anon'],
  });
});

test('returns no statement without settings', () => {
  expect(settingsStatement({})).toBeNull();
});

test.each(["role', 'postgres", 'Role', 'a b', 'a..b', '', '1a', 'a.'])(
  'refuses %j as the name of a setting',
  (name) => {
    expect(() => settingsStatement({ [name]: 'x' })).toThrow(TypeError);
  },
);
