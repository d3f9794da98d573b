import type { Row, Status } from '../data/shapes.ts';
import { useNow } from '../parts/now.ts';
import { sayWhen } from '../parts/time.tsx';
import { fill, useWords } from '../words.tsx';

/** What the database says about the version that is there now: the detail of its refusal. */
export interface Latest {
  readonly row: Row;
  readonly latest: {
    readonly by: string | null;
    readonly at: string;
    readonly kind: 'moved' | 'assigned';
    readonly detail: { readonly from: string | null; readonly to: string | null };
  } | null;
}

/** What someone else did to it, as a sentence. */
export function useTheirs({ row, latest }: Latest): string {
  const words = useWords();
  const now = useNow();
  const status = (name: string | null | undefined) => words.statuses[name as Status] ?? name ?? '';
  if (!latest) return status(row.status);
  const who = latest.by ?? words.someone;
  const when = sayWhen(latest.at, now);
  const { from, to } = latest.detail;
  return latest.kind === 'moved'
    ? fill(words.move.theirMove, { who, when, from: status(from), to: status(to) })
    : fill(words.move.theirAssign, { who, when, to: to ?? words.list.unassigned });
}
