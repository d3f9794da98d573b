import { openStatuses } from '@solostead/contract/statuses';
import type { Section } from './sections.ts';
import type { Cursor, Filter, Sort } from './filter.ts';

export const screens = ['list', 'triage', 'board', 'notify', 'numbers', 'settings'] as const;
export type Screen = (typeof screens)[number];

/** Screens that show the same applications in another arrangement. */
export const arrangements = ['list', 'board'] as const satisfies readonly Screen[];
export const isArrangement = (screen: Screen) => arrangements.some((other) => other === screen);

/** The optional columns of the list, in order. */
export const columns = [
  'sectors',
  'due',
  'rating',
  'assignee',
  'status',
  'created',
  'changed',
  'source',
] as const;
export type Column = (typeof columns)[number];

/** Places of the admin area besides the review. */
export type Place = 'review' | 'account' | 'new-password';

/** The review's state in the address, with screen, filter, order, position and open application. */
export interface View {
  readonly screen: Screen;
  /** The section of the settings, null on other screens and for the first one. */
  readonly section: Section | null;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly descending: boolean;
  /** The list's columns, null for the reader's own. */
  readonly columns: readonly Column[] | null;
  readonly after: Cursor | null;
  readonly open: string | null;
}

/** All applications, the newest first, the default of an address. */
export const firstView: View = {
  screen: 'list',
  section: null,
  filter: {},
  sort: 'created',
  descending: true,
  columns: null,
  after: null,
  open: null,
};

/** Applications that have waited longest and have no assignee, the first view without an address. */
export const toRead: View = {
  ...firstView,
  filter: { assignee: 'none', due: 'waiting' },
  sort: 'due',
  descending: false,
};

/** A member's own undecided applications, the longest waiting first. */
export const mineOf = (userId: string): View => ({
  ...firstView,
  filter: { status: openStatuses, assignee: userId },
  descending: false,
});

/** A filter without what says nothing, so that two ways of asking for the same are one. */
export function tidyFilter(filter: Filter): Filter {
  return Object.fromEntries(
    Object.entries(filter).filter(
      ([, value]) => value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
    ),
  );
}

/** Returns true if there is a filter. */
export const isFiltered = (filter: Filter) => Object.keys(filter).length > 0;

/** Returns a valid view. The order by due date only applies to waiting applications. */
export function tidyView(view: View): View {
  const filter = tidyFilter(view.filter);
  if (view.sort !== 'due' || filter.due) return { ...view, filter };
  return { ...view, filter, sort: firstView.sort, descending: firstView.descending, after: null };
}
