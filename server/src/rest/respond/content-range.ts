import type { RowRange } from '../parse/range.ts';

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
