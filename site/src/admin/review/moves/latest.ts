import { usePeople } from '../kernel/people/use-people.ts';
import { sayWhen, useNow } from '../kernel/format/time.tsx';
import { phrase, statusLabel, words } from '../kernel/words.ts';
import type { Latest } from './queries.ts';

/** Describes the other member's change in a sentence. */
export function useTheirs({ row, latest }: Latest): string {
  const now = useNow();
  const people = usePeople();
  if (!latest) return statusLabel(row.status);
  const { nameOf } = people;
  const who = nameOf(null, latest.by);
  const when = sayWhen(latest.at, now);
  const { from, to } = latest.detail;
  return latest.kind === 'moved'
    ? phrase`${who} moved it from ${statusLabel(from)} to ${statusLabel(to)}, ${when}.`
    : phrase`${who} assigned it to ${to ? nameOf(null, to) : words.noAssignee}, ${when}.`;
}
