import type { Row } from './row.ts';

/** A row as the database answers it. */
export const sampleRow: Row = {
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
