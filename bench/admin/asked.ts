/** One request as the screens make it. */
export interface Asked {
  readonly what: string;
  readonly call: string;
  readonly body: object;
  /** First page, search and filter are held to the goal. */
  readonly goal: boolean;
}

const list = (what: string, body: object): Asked => ({ what, call: 'review_list', body, goal: true });
const other = (what: string, call: string, body: object): Asked => ({ what, call, body, goal: false });
/** A day before today, as the filters write it. */
export const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** What a reviewer does. */
export const asked: readonly Asked[] = [
  // The way itself, to take away from the others on a busy machine: a request that reads one row.
  other('who asks', 'review_me', {}),
  list('first page, newest first', {}),
  list('first page, by name', { sort: 'name', descending: false }),
  list('first page, best rated', { sort: 'rating' }),
  list('search, every row', { filter: { search: 'sample' } }),
  list('search, one in thirty', { filter: { search: 'juniper' } }),
  list('the same, by name', { filter: { search: 'juniper' }, sort: 'name', descending: false }),
  list('search, two words', { filter: { search: 'juniper zenith' } }),
  list('search, one address', { filter: { search: 'builder-0000500@' } }),
  list('search, no hit', { filter: { search: 'xylophone quartz' } }),
  list('search, two letters', { filter: { search: 'zz' } }),
  list('filter, status', { filter: { status: ['accepted'] } }),
  list('filter, waiting and unconfirmed', { filter: { status: ['submitted'], confirmed: false } }),
  list('filter, no hit', { filter: { status: ['withdrawn'], confirmed: false } }),
  list('filter, oldest that wait', { filter: { status: ['submitted'] }, descending: false }),
  list('filter, tag and source', { filter: { tag: 'strong', source: 'podcast' } }),
  other('count, all', 'review_count', {}),
  other('count, status', 'review_count', { filter: { status: ['accepted'] } }),
  other('count, search one in thirty', 'review_count', { filter: { search: 'juniper' } }),
  other('count, tag', 'review_count', { filter: { tag: 'strong' } }),
  other('numbers, 90 days', 'review_numbers', { from_day: dayOf(89), to_day: dayOf(0) }),
  other('numbers, two years', 'review_numbers', { from_day: dayOf(730), to_day: dayOf(0) }),
  other('export, a page of 2,000', 'review_export', {}),
  other('what others did', 'review_pulse', { after_event: 1 }),
];
