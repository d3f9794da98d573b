import { canonicalQuery } from '../parse/query.ts';
import type { RowRange } from '../parse/range.ts';
import type { ApiRequest } from '../parse/request.ts';

/** `0-9/100`: the rows given and, if counted, how many there are; `*` stands for none or not counted. */
export function contentRange(first: number, last: number, total: number | null): string {
  const rows = first <= last && total !== 0 ? `${first}-${last}` : '*';
  return `${rows}/${total ?? '*'}`;
}

/** The status that the rows given deserve: all, a part, or a part that does not exist. */
export function rangeStatus({ offset }: RowRange, given: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200;
  if (offset > total) return 416;
  return given < total ? 206 : 200;
}

/** The address of what was read: the relation with the query, sorted by name. */
export function contentLocation({ target, query }: ApiRequest): string {
  const given = canonicalQuery(query);
  return `/${encodeURIComponent(target.name)}${given === '' ? '' : `?${given}`}`;
}

/** The address of the new row: the relation filtered by the values of its primary key. */
export function createdLocation(
  { target }: ApiRequest,
  key: readonly (readonly [string, string | null])[],
): string {
  const filters = key.map(
    ([column, value]) =>
      `${encodeURIComponent(column)}=${value === null ? 'is.null' : `eq.${encodeURIComponent(value)}`}`,
  );
  return `/${encodeURIComponent(target.name)}?${filters.join('&')}`;
}
