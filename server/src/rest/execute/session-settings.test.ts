import { expect, test } from 'vitest';
import { fixtureCatalogue } from '../../../tests/golden/fixture.ts';
import type { CallPlan } from '../plan/action-plan.ts';
import { sessionSettings } from './session-settings.ts';

const principal = { claims: { role: 'anon' }, method: 'GET', path: '/', headers: {} };

interface Provided {
  readonly ofRole?: Readonly<Record<string, string>>;
  readonly ofFunction?: Readonly<Record<string, string>>;
  readonly timeZone?: string;
}

function settingsFor({ ofRole = {}, ofFunction = {}, timeZone }: Provided) {
  const catalogue = { ...fixtureCatalogue(), roleSettings: () => ofRole };
  const call = { routine: { settings: ofFunction } } as CallPlan;
  const preferences = { timeZone: timeZone ?? null };
  return sessionSettings({ readOnly: true, schema: 'lab', preferences, call }, catalogue, principal);
}

test('a preferred time zone comes before that of the role', () => {
  const ofRole = { timezone: 'Asia/Tokyo' };
  expect(settingsFor({ ofRole })).toMatchObject(ofRole);
  expect(settingsFor({ ofRole, timeZone: 'UTC' })).toMatchObject({ timezone: 'UTC' });
});

test('the settings of a called function come before those of the role', () => {
  const ofRole = { statement_timeout: '3s', lock_timeout: '1s' };
  expect(settingsFor({ ofRole, ofFunction: { statement_timeout: '30s' } })).toMatchObject({
    statement_timeout: '30s',
    lock_timeout: '1s',
  });
});

test('the default isolation level is that of the transaction', () => {
  const settings = settingsFor({
    ofRole: { default_transaction_isolation: 'repeatable read' },
    ofFunction: { default_transaction_isolation: 'serializable' },
  });
  expect(settings).toMatchObject({ transaction_isolation: 'serializable' });
  expect(settings).not.toHaveProperty('default_transaction_isolation');
});
