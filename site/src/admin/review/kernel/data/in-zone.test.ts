import { expect, it } from 'vitest';
import { inZone } from './in-zone.ts';

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;

it.each([
  [{}, {}],
  [{ page_size: 50 }, { page_size: 50 }],
  [{ filter: {} }, { filter: {} }],
  [{ filter: { tag: 'amber' } }, { filter: { tag: 'amber' } }],
  [{ filter: { from: '2026-11-10' } }, { filter: { from: '2026-11-10', zone } }],
  [
    { filter: { to: '2026-11-10' }, sort: 'name' },
    { filter: { to: '2026-11-10', zone }, sort: 'name' },
  ],
  [{ filters: [{}, { from: '2026-11-10' }] }, { filters: [{}, { from: '2026-11-10', zone }] }],
])('of %j the call is %j', (parameters, sent) => {
  expect(inZone(parameters)).toEqual(sent);
});
