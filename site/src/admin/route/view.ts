import type { Section } from '../review/settings/sections.ts';
import type { Cursor, Filter, Sort } from '../review/data/shapes/row.ts';

export const screens = ['list', 'triage', 'board', 'numbers', 'settings'] as const;
export type Screen = (typeof screens)[number];

/** Screens that show the same applications in another arrangement. */
export const arrangements = ['list', 'board'] as const satisfies readonly Screen[];

/** What the list may show of an application besides its name, in the order of the columns. */
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

/** Parts of the admin area beside the review. */
export type Place = 'review' | 'account' | 'new-password';

/** What the address says of the review: which screen, which applications, in which order, from where on, which one is open. */
export interface View {
  readonly screen: Screen;
  /** The part of the settings; null on other screens and for the first part. */
  readonly section: Section | null;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly descending: boolean;
  /** The list's columns; null: the reader's own. */
  readonly columns: readonly Column[] | null;
  readonly after: Cursor | null;
  readonly open: string | null;
}

/** All applications, the newest first: what an address shows that says nothing else. */
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

/** Who has waited longest for an answer and has no assignee yet: where one lands without an address. */
export const toRead: View = {
  ...firstView,
  filter: { assignee: 'none', due: 'waiting' },
  sort: 'due',
  descending: false,
};

/** What is a member's own and not decided, the longest waiting first. */
export const mineOf = (userId: string): View => ({
  ...firstView,
  filter: { status: ['submitted', 'in_review', 'interview'], assignee: userId },
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

/** Whether anything is filtered at all. */
export const isFiltered = (filter: Filter) => Object.keys(filter).length > 0;

/** A view that can be shown: the order of what is due is one of those who wait, and of no others. */
export function tidyView(view: View): View {
  const filter = tidyFilter(view.filter);
  if (view.sort !== 'due' || filter.due) return { ...view, filter };
  return { ...view, filter, sort: firstView.sort, descending: firstView.descending, after: null };
}
