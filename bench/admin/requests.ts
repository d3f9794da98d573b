/** A request of the review's screens. */
export interface ReviewRequest {
  readonly what: string;
  readonly call: string;
  readonly body: object;
  readonly goals: Goals;
}

/** Milliseconds allowed at a size. A size without a goal is not judged. */
type Goals = Readonly<Record<number, number>>;

const PAGE: Goals = { 100_000: 50, 1_000_000: 500 };
const NAMES: Goals = { 100_000: 50, 1_000_000: 1500 };
const NUMBERS: Goals = { 100_000: 100, 1_000_000: 1500 };

const ask = (what: string, call: string, body: object, goals: Goals = {}): ReviewRequest => ({
  what,
  call,
  body,
  goals,
});
const list = (what: string, body: object, goals = PAGE) => ask(what, 'review_list', body, goals);
const count = (what: string, filter: object) => ask(what, 'review_count', { filter }, PAGE);
/** A day before today, as the filters write it. */
export const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** The default view: applications that wait for an answer and have no assignee. */
const toRead = { assignee: 'none', due: 'waiting' };
/** Someone to whom nothing is assigned. */
const NO_ONE = '00000000-0000-4000-8000-000000000000';

/** The actions of a reviewer. */
export const reviewRequests: readonly ReviewRequest[] = [
  // Reads one row. The other times include this one, which is mostly the connection.
  ask('who asks', 'my_account', {}),
  list('first page, newest first', {}),
  list('first page, by name', { sort: 'name', descending: false }),
  list('first page, best rated', { sort: 'rating' }),
  list('search, every row', { filter: { search: 'sample' } }),
  list('search, one in thirty', { filter: { search: 'juniper' } }),
  list('the same, by name', { filter: { search: 'juniper' }, sort: 'name', descending: false }, NAMES),
  list(
    'search, every row, by name',
    { filter: { search: 'sample' }, sort: 'name', descending: false },
    NAMES,
  ),
  list('search, two words', { filter: { search: 'juniper zenith' } }),
  list('search, one address', { filter: { search: 'builder-0000500@' } }),
  list('search, no hit', { filter: { search: 'xylophone quartz' } }),
  list('search, two letters', { filter: { search: 'zz' } }),
  list('filter, status', { filter: { status: ['accepted'] } }),
  list('filter, waiting and unconfirmed', { filter: { status: ['submitted'], confirmed: false } }),
  list('filter, no hit', { filter: { status: ['withdrawn'], confirmed: false } }),
  list('filter, oldest that wait', { filter: { status: ['submitted'] }, descending: false }),
  list('filter, tag and source', { filter: { tag: 'strong', source: 'podcast' } }),
  list('order, last changed', { sort: 'changed' }),
  list('order, first changed', { sort: 'changed', descending: false }),
  list('order, worst rated', { sort: 'rating', descending: false }),
  list('order, due first', { filter: { due: 'waiting' }, sort: 'due', descending: false }),
  list('filter, overdue', { filter: { due: 'overdue' }, sort: 'due', descending: false }),
  list('filter, to read', { filter: toRead, sort: 'due', descending: false }),
  list('filter, to read, by name', { filter: toRead, sort: 'name', descending: false }),
  list('filter, tag, by name', { filter: { tag: 'strong' }, sort: 'name', descending: false }),
  list('filter, tag, best rated', { filter: { tag: 'strong' }, sort: 'rating' }),
  list('filter, status, by name', { filter: { status: ['accepted'] }, sort: 'name', descending: false }),
  list('filter, status, last changed', { filter: { status: ['in_review'] }, sort: 'changed' }),
  list('filter, one assignee', { filter: { assignee: NO_ONE } }),
  list('filter, to notify', { filter: { promise: 'to_notify' } }),
  list('filter, answered, by name', { filter: { promise: 'answered' }, sort: 'name', descending: false }),
  list('filter, a day two years ago', { filter: { to: dayOf(720) } }),
  list('filter, a week, by name', {
    filter: { from: dayOf(306), to: dayOf(300) },
    sort: 'name',
    descending: false,
  }),
  list('filter, archived', { filter: { archived: true } }),
  list('search, best rated', { filter: { search: 'juniper' }, sort: 'rating' }),
  list('search, last changed', { filter: { search: 'juniper' }, sort: 'changed' }),
  count('count, all', {}),
  count('count, status', { status: ['accepted'] }),
  count('count, search one in thirty', { search: 'juniper' }),
  count('count, tag', { tag: 'strong' }),
  count('count, to read', toRead),
  count('count, search every row', { search: 'sample' }),
  count('count, to notify', { promise: 'to_notify' }),
  count('count, overdue', { due: 'overdue' }),
  ask('numbers, 90 days', 'review_numbers', { from_day: dayOf(89), to_day: dayOf(0) }, NUMBERS),
  ask('numbers, two years', 'review_numbers', { from_day: dayOf(730), to_day: dayOf(0) }, NUMBERS),
  ask('export, a page of 2,000', 'review_export', {}),
  ask('what others did', 'review_updates', { after_event: 1 }),
];
