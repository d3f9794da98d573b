import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { LogEntry } from './log-shapes.ts';
import { describeAction, describeMore, logGroups } from './describe-entry.ts';

const entry = (part: Partial<LogEntry>): LogEntry => ({
  id: 1,
  at: '2026-11-22T12:00:00Z',
  actor: null,
  actor_email: null,
  kind: 'opened',
  application_id: null,
  batch_id: null,
  detail: {},
  name: null,
  exists: false,
  content: null,
  rows: null,
  reason: null,
  ...part,
});
const describe = (part: Partial<LogEntry>) => [describeAction(entry(part)), ...describeMore(entry(part))];

it.each<[Partial<LogEntry>, readonly string[]]>([
  [{}, ['Opened']],
  [
    {
      kind: 'export_started',
      detail: { format: 'csv', filter: { status: ['in_review', 'declined'], confirmed: true } },
      content: { search: 'heron' },
      rows: 2500,
    },
    [
      'Began an export',
      'CSV',
      'status: In review, Declined',
      'confirmed: true',
      'search: heron',
      'applications handed out: 2,500',
    ],
  ],
  [{ kind: 'erased', reason: 'retention' }, ['Erased for good', 'its retention period was over']],
  [
    { kind: 'access_changed', detail: { member_email: 'ada@lab.example', from: 'owner', to: 'reader' } },
    ['Made ada@lab.example reader, until then owner'],
  ],
  [
    { kind: 'settings_changed', detail: { changed: { answer_days: [10, 12], note: null } } },
    ['Changed answer days: 10 → 12, note'],
  ],
])('%j is described as %j', (part, sentences) => {
  expect(describe(part)).toEqual(sentences);
});

it('filters by every kind of history that the database accepts', () => {
  const migrations = new URL('../../../../../../supabase/migrations/', import.meta.url);
  const files = readdirSync(migrations).toSorted();
  const sql = files.map((file) => readFileSync(new URL(file, migrations), 'utf8')).join('');
  const constraint = sql.match(/application_events_kind_check check \(kind in \([^)]*\)/g)!.at(-1)!;
  const kinds = [...constraint.matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  expect(kinds).toContain('moved');
  const filtered = ['Changes of applications', 'Data requests and erasures'].flatMap((group) =>
    Object.keys(logGroups[group]!),
  );
  expect(filtered).toEqual(expect.arrayContaining(kinds));
});
