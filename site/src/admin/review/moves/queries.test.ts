import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Row } from '../kernel/data/shapes/row.ts';
import { mail } from './mail/queries.ts';
import { latest } from './queries.ts';

/** A row as the database answers it. */
const answered: Row = {
  id: '1f0c2a34-0000-4000-8000-000000000001',
  created_at: '2026-11-20T12:30:00+00:00',
  name: 'Amber Sample',
  email: 'amber@builders.example',
  linkedin: null,
  sectors: 'music',
  status: 'submitted',
  version: 1,
  email_confirmed_at: null,
  confirmation_mail: 'sent',
  assignee: null,
  tags: ['fast'],
  rating: 4.5,
  source: 'direct',
  status_changed_at: '2026-11-20T12:30:00+00:00',
  archived_at: null,
  due_at: null,
  email_bounced_at: null,
  not_told: false,
  told_at: null,
  interview_at: null,
  cursor: ['2026-11-20 12:30:00+00', '1f0c2a34-0000-4000-8000-000000000001'],
};

describe('the detail of a refused change', () => {
  it.each([
    [
      'by a member',
      { by: 'ada@lab.example', at: 'now', kind: 'moved', detail: { from: null, to: 'declined' } },
    ],
    ['by none that is known', null],
  ])('contains the current state, changed %s', (_title, change) => {
    expect(z.parse(latest, { row: answered, latest: change }).latest).toEqual(change);
  });

  it.each([
    ['text', 'Someone else'],
    ['null', null],
    ['no row', { latest: null }],
    ['another kind', { row: answered, latest: { by: null, at: 'now', kind: 'tagged', detail: {} } }],
  ])('is refused as %s', (_title, detail) => {
    expect(() => z.parse(latest, detail)).toThrow(z.core.$ZodError);
  });
});

it('a saved draft of a mail without a body is ignored', () => {
  expect(z.safeParse(mail, { subject: 'Hello' }).error?.issues).toMatchObject([{ path: ['body'] }]);
});
