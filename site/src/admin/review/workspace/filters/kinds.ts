import type { ReviewCopy } from '../../../../content/admin/review.ts';
import { fill } from '../../kernel/words.tsx';
import type { Filter } from '../../../route/filter.ts';

/** The filters shown as chips, in order. */
export const kinds = [
  'search',
  'status',
  'due',
  'assignee',
  'tag',
  'confirmed',
  'source',
  'applied',
  'not_told',
  'archived',
] as const;
export type Kind = (typeof kinds)[number];

/** Filters that are on or off, and hold nothing to choose. */
const switches = ['not_told', 'archived'] as const;
export type Switch = (typeof switches)[number];
export const isSwitch = (kind: Kind): kind is Switch => switches.some((name) => name === kind);

/** The change that removes each filter. */
export const without: Readonly<Record<Kind, Filter>> = {
  search: { search: undefined },
  status: { status: undefined },
  due: { due: undefined },
  assignee: { assignee: undefined },
  tag: { tag: undefined },
  confirmed: { confirmed: undefined },
  source: { source: undefined },
  applied: { from: undefined, to: undefined },
  not_told: { not_told: undefined },
  archived: { archived: undefined },
} as Readonly<Record<Kind, object>>;

export const isSet = (filter: Filter, kind: Kind): boolean =>
  Object.keys(without[kind]).some((name) => filter[name as keyof Filter] !== undefined);

interface Names {
  readonly words: ReviewCopy;
  readonly myId: string;
  readonly nameOf: (id: string) => string;
}

/** Returns a filter's value in words, '' if its kind is enough. */
export function sayValue(filter: Filter, kind: Kind, { words, myId, nameOf }: Names): string {
  const { filters, statuses } = words;
  switch (kind) {
    case 'status':
      return (filter.status ?? []).map((status) => statuses[status]).join(', ');
    case 'due':
      return filter.due ? filters.dues[filter.due] : '';
    case 'assignee':
      if (filter.assignee === 'none') return filters.none;
      return filter.assignee === myId ? filters.me : nameOf(filter.assignee ?? '') || words.someone;
    case 'confirmed':
      return filter.confirmed ? filters.confirmedYes : filters.confirmedNo;
    case 'applied':
      return [
        filter.from && fill(filters.fromDay, { day: filter.from }),
        filter.to && fill(filters.toDay, { day: filter.to }),
      ]
        .filter(Boolean)
        .join(' ');
    case 'not_told':
    case 'archived':
      return '';
    default:
      return filter[kind] ?? '';
  }
}
