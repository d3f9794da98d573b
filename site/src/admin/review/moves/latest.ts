import { useNow } from '../kernel/format/now.ts';
import { usePeople } from '../kernel/people/use-people.ts';
import { sayWhen } from '../kernel/format/time.tsx';
import { fill, statusLabel, useWords } from '../kernel/words.tsx';
import type { Latest } from './queries.ts';

/** Describes the other member's change in a sentence. */
export function useTheirs({ row, latest }: Latest): string {
  const words = useWords();
  const now = useNow();
  const people = usePeople();
  const status = (name: string | null) => statusLabel(words.statuses, name);
  if (!latest) return status(row.status);
  const { nameOf } = people;
  const who = nameOf(null, latest.by);
  const when = sayWhen(latest.at, now);
  const { from, to } = latest.detail;
  return latest.kind === 'moved'
    ? fill('{who} moved it from {from} to {to}, {when}.', { who, when, from: status(from), to: status(to) })
    : fill('{who} assigned it to {to}, {when}.', {
        who,
        when,
        to: to ? nameOf(null, to) : words.list.unassigned,
      });
}
