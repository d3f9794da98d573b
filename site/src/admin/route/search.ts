import { filterNames, type Params, readParams, writeParams } from './params.ts';
import { firstView, tidyView, toRead, type Place, type View } from './view.ts';
import type { Filter } from './filter.ts';

/** All that an address of the admin area says. */
export interface Route {
  readonly place: Place;
  readonly view: View;
  /** Parameters that mean nothing here, or hold what they cannot. */
  readonly unknownParams: readonly string[];
}

function filterOf(params: Params): Filter {
  return Object.fromEntries(filterNames.map((name) => [name, params[name]]));
}

function viewOf(params: Params): View {
  const filter = filterOf(params);
  return tidyView({
    screen: params.screen ?? firstView.screen,
    section: params.section ?? null,
    // Only who waits has a day on which an answer is due.
    filter: params.sort?.sort === 'due' ? { ...filter, due: filter.due ?? 'waiting' } : filter,
    ...(params.sort ?? { sort: firstView.sort, descending: firstView.descending }),
    columns: params.columns ?? null,
    after: params.after ?? null,
    open: params.open ?? null,
  });
}

/** Parses an address's search part. Without one it is the view of applications to read. Invalid parts are ignored. */
export function readRoute(search: string): Route {
  if (search === '' || search === '?') return { place: 'review', view: toRead, unknownParams: [] };
  const { params, unknownParams } = readParams(search);
  const place = params.view === undefined || params.view === 'all' ? 'review' : params.view;
  return { place, view: viewOf(params), unknownParams };
}

/** Returns a view as a search part, '' for all applications. */
export function savedQuery(view: View): string {
  const { screen, section, sort, descending, columns, after, open } = view;
  const isFirstOrder = sort === firstView.sort && descending === firstView.descending;
  return writeParams({
    ...(screen !== firstView.screen && { screen }),
    ...(section && { section }),
    ...(view.filter as Params),
    ...(!isFirstOrder && { sort: { sort, descending } }),
    ...(columns && { columns: [...columns] }),
    ...(after && { after: [...after] }),
    ...(open && { open }),
  });
}

/** A view as the database keeps it, with the parameters of its address. The tag is a reference to one. */
export interface StoredView {
  readonly view: Readonly<Record<string, string>>;
  readonly tag: string | null;
}

/** Returns the stored form of a view, without search words, position and open application. */
export function storeView(view: View): StoredView {
  const { search: _search, ...filter } = view.filter;
  const query = savedQuery({ ...view, filter, after: null, open: null });
  const { tag = null, ...rest } = Object.fromEntries(new URLSearchParams(query)) as Record<string, string>;
  return { view: rest, tag };
}

/** Returns the view that was stored. */
export function readStored({ view, tag }: StoredView): View {
  const query = new URLSearchParams({ ...view, ...(tag !== null && { tag }) });
  return query.size === 0 ? firstView : readRoute(`?${query}`).view;
}

const landing = savedQuery(toRead);

/** Returns the search part of a view's address, the shortest one. '' is the view of applications to read. */
export function viewQuery(view: View): string {
  const query = savedQuery(tidyView(view));
  if (query === landing) return '';
  return query || '?view=all';
}

/** Returns the address of a view. */
export const hrefOf = (view: View): string => `/admin${viewQuery(view)}`;

/** Returns the address of another place of the admin area. */
export const hrefOfPlace = (place: Place): string => (place === 'review' ? '/admin' : `/admin?view=${place}`);
