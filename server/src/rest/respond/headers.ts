import { canonicalQuery } from '../parse/query.ts';
import type { RowRange } from '../parse/range.ts';
import type { ApiRequest } from '../parse/request.ts';

/** Formats `0-9/100`, the returned rows and the total. `*` means none or not counted. */
export function contentRange(first: number, last: number, total: number | null): string {
  const rows = first <= last && total !== 0 ? `${first}-${last}` : '*';
  return `${rows}/${total ?? '*'}`;
}

/** Returns the status for all rows, a part of them, or a range beyond the end. */
export function rangeStatus({ offset }: RowRange, given: number, total: number | null): 200 | 206 | 416 {
  if (total === null) return 200;
  if (offset > total) return 416;
  return given < total ? 206 : 200;
}

/** Returns the address of a read, the relation with the query sorted by name. */
export function contentLocation({ target, query }: ApiRequest): string {
  const given = canonicalQuery(query);
  return `/${encodeURIComponent(target.name)}${given === '' ? '' : `?${given}`}`;
}

/** Returns the address of the new row, the relation filtered by its primary key. */
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
