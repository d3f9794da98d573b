import { expect, test } from 'vitest';
import { type RoleSetting, settingsByRole, switches } from './role-settings.ts';

const settingOf = (role: string, name: string, value: string): RoleSetting => ({ role, name, value });

test.each([
  ['statement_timeout', { statement_timeout: 'x' }],
  ['TimeZone', { timezone: 'x' }],
  ['DateStyle', { datestyle: 'x' }],
  ['search_path', {}],
  ['app.tenant', {}],
])('the setting %s of a role gives its requests %j', (name, expected) => {
  expect(settingsByRole([settingOf('anon', name, 'x')]).get('anon') ?? {}).toEqual(expected);
});

const switchesWith = (txEnd: string) =>
  switches([settingOf('authenticator', 'pgrst.db_tx_end', txEnd)], 'authenticator', []);

test.each([
  ['commit', false],
  ['commit-allow-override', true],
])('with db_tx_end = %s a request may ask for a rollback: %s', (txEnd, rollback) => {
  expect(switchesWith(txEnd).rollback).toBe(rollback);
});

test.each(['rollback', 'rollback-allow-override', 'other'])('db_tx_end = %s is refused', (txEnd) => {
  expect(() => switchesWith(txEnd)).toThrow('does not support pgrst.db_tx_end');
});
