import { expect, it } from 'vitest';
import type { HistoryEvent } from '../../kernel/data/shapes/application.ts';
import { shownEvents } from './shown-events.ts';

let count = 0;
const event = (
  kind: HistoryEvent['kind'],
  detail: HistoryEvent['detail'],
  actor_email: string | null = null,
): HistoryEvent => ({ id: (count += 1), at: '2026-11-28T10:00:00Z', actor: null, actor_email, kind, detail });

const moved = event('moved', { from: 'submitted', to: 'withdrawn' });
const byMember = event('moved', { from: 'submitted', to: 'withdrawn' }, 'ada@lab.example');
const withdrew = event('applicant', { action: 'withdrawn' });
const corrected = event('applicant', { action: 'corrected' });
const pasted = event('reply_added', { reply: 'one' }, 'ada@lab.example');

it.each<readonly [what: string, events: readonly HistoryEvent[], shown: readonly HistoryEvent[]]>([
  ['a withdrawal once', [withdrew, moved], [withdrew]],
  ['a withdrawal once in the other order', [moved, withdrew], [withdrew]],
  ['a move of a member', [withdrew, byMember], [withdrew, byMember]],
  ['a move without a member or an applicant', [moved, corrected], [moved, corrected]],
  ['an answer where it is', [pasted, corrected], [corrected]],
])('the history shows %s', (_what, events, shown) => {
  expect(shownEvents(events, new Set(['one']))).toEqual(shown);
});
