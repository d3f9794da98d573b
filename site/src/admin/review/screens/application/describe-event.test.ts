import { expect, it } from 'vitest';
import { unbroken } from '#ui/unbroken.ts';
import type { ApplicationDetail, HistoryEvent } from '../../kernel/data/shapes/application.ts';
import { describeEvent } from './describe-event.ts';

const criteria = [{ key: 'craft', label: 'Craft' }] as unknown as ApplicationDetail['criteria'];
const nameOf = (_id: null, email: string) => email || 'A former member';

it.each<[kind: HistoryEvent['kind'], detail: HistoryEvent['detail'], sentence: string]>([
  ['moved', { from: 'submitted', to: 'in_review' }, 'moved it from Submitted to In review'],
  ['moved', { from: 'renamed', to: 'declined' }, 'moved it from renamed to Declined'],
  ['assigned', { from: null, to: 'ada' }, 'assigned it to ada'],
  ['assigned', { from: null, to: '' }, 'assigned it to A former member'],
  ['assigned', { from: 'ada', to: null }, 'took ada off it'],
  ['tagged', { added: ['strong', 'quick'] }, 'tagged it strong and quick'],
  ['tagged', { removed: ['strong'] }, 'took off the tag strong'],
  ['rated', { criterion: 'craft', score: 4 }, 'rated Craft 4'],
  ['rated', { criterion: 'craft', score: null }, 'removed the rating of Craft'],
  ['rated', { criterion: 'retired', score: 2 }, 'rated retired 2'],
  ['rated', { criterion: 'overall', overall: true }, 'said yes overall'],
  ['rated', { criterion: 'overall', overall: false }, 'said no overall'],
  ['rated', { criterion: 'overall', overall: null }, 'removed yes or no'],
  ['note_added', {}, 'wrote a note'],
  ['note_added', { restored: true }, 'restored a note'],
  ['mail_queued', { subject: 'About you, {{name}}' }, 'queued the email “About you, {{name}}”'],
  ['bounced', {}, 'marked the address because emails to it bounced'],
  [
    'bounced',
    { reason: '550 No such user' },
    'marked the address because the mail server refused it with “550 No such user”',
  ],
  ['applicant', { action: 'withdrawn' }, 'withdrew it'],
  ['applicant', { action: 'something new' }, 'did something on their page'],
  [
    'applicant',
    { action: 'corrected', before: { sectors: 'music' }, after: { sectors: 'energy', name: 'Ada' } },
    'corrected the sectors from “music” to “energy”; corrected the name from “” to “Ada”',
  ],
])('an event of the kind %s with %j reads: %s', (kind, detail, sentence) => {
  expect(describeEvent({ kind, detail }, criteria, nameOf, 'UTC')).toBe(sentence);
});

it.each([
  ['America/Los_Angeles', 'Tue 1 Dec, 10:00 GMT-8'],
  ['Pacific/Auckland', 'Wed 2 Dec, 07:00 GMT+13'],
])('an interview that was set states its day and time by a lab in %s', (zone, shown) => {
  const event = { kind: 'interview_set' as const, detail: { at: '2026-12-01T18:00:00Z' } };
  expect(describeEvent(event, criteria, nameOf, zone)).toBe(`set the interview for ${unbroken(shown)}`);
});
