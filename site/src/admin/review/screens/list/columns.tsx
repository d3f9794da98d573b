import type { ReactNode } from 'react';
import { type Column, columns } from '../../../route/view.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { Due } from '../../kernel/format/due.tsx';
import { When } from '../../kernel/format/time.tsx';
import { MemberName } from '../../kernel/people/MemberName.tsx';
import { StatusMark } from '../../kernel/status/StatusMark.tsx';
import { keepText, storedText } from '#ui/keep-text.ts';

/** The cell of each optional column. */
export const cells: Readonly<Record<Column, (row: Row) => ReactNode>> = {
  sectors: ({ sectors }) => (
    // A block, so that right-to-left text ends on the left.
    <div dir="auto" className="text-ellipsis text-ink-soft" title={sectors}>
      {sectors}
    </div>
  ),
  due: ({ due_at: at, promise }) =>
    at ? <Due at={at} /> : promise === 'to_notify' && <span className="text-danger">To notify</span>,
  rating: ({ rating }) => (rating > 0 ? rating.toFixed(1) : ''),
  assignee: ({ assignee }) => assignee && <MemberName id={assignee} isDisc />,
  status: ({ status }) => <StatusMark status={status} />,
  created: ({ created_at: at }) => <When at={at} />,
  changed: ({ status_changed_at: at }) => <When at={at} />,
  source: ({ source }) => <span className="exact text-ink-soft">{source}</span>,
};

const SETTING = 'solostead.review.columns';

const first: readonly Column[] = ['sectors', 'due', 'rating', 'assignee', 'status', 'created'];

/** Returns the columns last chosen in this browser, or the defaults. */
export function usualColumns(): readonly Column[] {
  const stored = storedText('localStorage', SETTING)?.split(',');
  return stored ? columns.filter((column) => stored.includes(column)) : first;
}

export const keepColumns = (chosen: readonly Column[]) => keepText('localStorage', SETTING, chosen.join(','));
