import { applicationStatuses } from '../../../../../supabase/functions/_shared/contract/statuses.ts';
import { sections, type Section } from '../settings/sections.ts';
import { dues, sorts, type Cursor, type Filter, type Sort, type Status } from '../data/shapes/row.ts';

export const screens = ['list', 'triage', 'board', 'numbers', 'settings'] as const;
export type Screen = (typeof screens)[number];

/** Everything that the address says: which screen, which applications, in which order, from where on, which one is open. */
export interface View {
  readonly screen: Screen;
  /** The part of the settings; null on other screens and for the first part. */
  readonly section: Section | null;
  readonly filter: Filter;
  readonly sort: Sort;
  readonly descending: boolean;
  readonly after: Cursor | null;
  readonly open: string | null;
}

export const firstView: View = {
  screen: 'list',
  section: null,
  filter: {},
  sort: 'created',
  descending: true,
  after: null,
  open: null,
};

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (text: string) => DAY.test(text) && !Number.isNaN(Date.parse(text));
const within = <Member extends string>(members: readonly Member[], text: string) =>
  members.find((member) => member === text);

function statuses(text: string): readonly Status[] | undefined {
  const named = text.split(',').map((part) => within(applicationStatuses, part));
  return named.every((status) => status !== undefined) ? named : undefined;
}

function cursor(text: string): Cursor | undefined {
  const place = text.lastIndexOf('~');
  const id = text.slice(place + 1);
  return place > 0 && UUID.test(id) ? [text.slice(0, place), id] : undefined;
}

/** Keys of the address that belong to the dashboard around the workspace. */
const others = new Set(['view']);

type Reader = (text: string) => Partial<Omit<View, 'filter'>> & { filter?: Filter };

const kept = <Value>(value: Value | undefined, use: (value: Value) => ReturnType<Reader>) =>
  value === undefined ? {} : use(value);
const short = (text: string) => (text.trim() && text.length <= 200 ? text : undefined);

/** How each key of the address is read; a reader that understands nothing answers nothing. */
const readers: Readonly<Record<string, Reader>> = {
  // Links to the former screen of people lead to where they are.
  screen: (text) => kept(within(screens, text === 'people' ? 'settings' : text), (screen) => ({ screen })),
  section: (text) => kept(within(sections, text), (section) => ({ section })),
  search: (text) => kept(short(text), (search) => ({ filter: { search } })),
  status: (text) => kept(statuses(text), (status) => ({ filter: { status } })),
  confirmed: (text) => kept({ yes: true, no: false }[text], (confirmed) => ({ filter: { confirmed } })),
  from: (text) => (isDay(text) ? { filter: { from: text } } : {}),
  to: (text) => (isDay(text) ? { filter: { to: text } } : {}),
  assignee: (text) => (text === 'none' || UUID.test(text) ? { filter: { assignee: text } } : {}),
  tag: (text) => kept(short(text), (tag) => ({ filter: { tag } })),
  source: (text) => kept(short(text), (source) => ({ filter: { source } })),
  due: (text) => kept(within(dues, text), (due) => ({ filter: { due } })),
  not_told: (text) => (text === 'yes' ? { filter: { not_told: true } } : {}),
  archived: (text) => (text === 'yes' ? { filter: { archived: true } } : {}),
  sort: (text) =>
    kept(within(sorts, text.replace(/^-/, '')), (sort) => ({ sort, descending: text.startsWith('-') })),
  after: (text) => kept(cursor(text), (after) => ({ after })),
  open: (text) => (UUID.test(text) ? { open: text } : {}),
};

/** Reads an address's search part. What it does not understand is named in `unknownParams` and changes nothing. */
export function parseView(search: string): { view: View; unknownParams: readonly string[] } {
  const unknownParams: string[] = [];
  let view = firstView;
  for (const [key, text] of new URLSearchParams(search)) {
    if (others.has(key)) continue;
    const read = Object.hasOwn(readers, key) ? readers[key]!(text) : {};
    if (Object.keys(read).length === 0) unknownParams.push(key);
    view = { ...view, ...read, filter: { ...view.filter, ...read.filter } };
  }
  return { view, unknownParams };
}

const yesOrNo = (value: boolean | undefined) => (value === undefined ? undefined : value ? 'yes' : 'no');

/** The search part of a view's address, '' for the first view. `parseView` reads it back. */
export function viewQuery({ screen, section, filter, sort, descending, after, open }: View): string {
  const isFirstOrder = sort === firstView.sort && descending === firstView.descending;
  const entries = {
    screen: screen === firstView.screen ? undefined : screen,
    section: section ?? undefined,
    ...filter,
    status: filter.status?.join(','),
    confirmed: yesOrNo(filter.confirmed),
    not_told: filter.not_told ? 'yes' : undefined,
    archived: filter.archived ? 'yes' : undefined,
    sort: isFirstOrder ? undefined : `${descending ? '-' : ''}${sort}`,
    after: after?.join('~'),
    open: open ?? undefined,
  };
  const parameters = new URLSearchParams();
  for (const [key, value] of Object.entries(entries)) if (value) parameters.set(key, value);
  const query = parameters.toString();
  return query && `?${query}`;
}

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
