import { expect, test } from 'vitest';
import { runForRequest } from '../process/request-id.ts';
import { none, unitSettings } from './pooled-database.ts';

const always = { statement_timeout: '8s', role: 'authenticator' };

test('a unit gets only the settings it asks for if its connection keeps the others', () => {
  expect(unitSettings(none)).toBe(none);
  expect(unitSettings(none, { role: 'anon' })).toEqual({ role: 'anon' });
});

test('a unit gets the service’s settings, the role last, if its connection keeps none', () => {
  expect(Object.entries(unitSettings(always))).toEqual(Object.entries(always));
});

test('a unit’s own settings win, and the role still comes last', () => {
  const unit = unitSettings(always, { statement_timeout: '3s', search_path: 'public', role: 'anon' });
  expect(Object.entries(unit)).toEqual([
    ['statement_timeout', '3s'],
    ['search_path', 'public'],
    ['role', 'anon'],
  ]);
});

test('include the id of the current request', () => {
  expect(runForRequest('r-1', () => unitSettings(none))).toEqual({
    'solostead.request_id': 'r-1',
    application_name: 'solostead r-1',
  });
  expect(Object.keys(runForRequest('r-1', () => unitSettings(always, { role: 'anon' })))).toEqual([
    'statement_timeout',
    'solostead.request_id',
    'application_name',
    'role',
  ]);
});
