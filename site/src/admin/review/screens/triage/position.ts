import { formatCount } from '../../kernel/format/number.ts';
import { fill } from '../../kernel/words.ts';

/** The maximum number of rows searched for the one in the address. */
const MAX_SEARCHED = 1_000;

interface Loaded {
  readonly rows: readonly { readonly id: string }[];
  readonly hasNextPage: boolean;
  readonly isFetchNextPageError: boolean;
}

/** Returns true if the application of the address may be on the next page, as after a reload or by a link. */
export const mayBeFurther = (open: string | null, { rows, hasNextPage, isFetchNextPageError }: Loaded) =>
  open !== null &&
  !rows.some(({ id }) => id === open) &&
  rows.length > 0 &&
  rows.length < MAX_SEARCHED &&
  hasNextPage &&
  !isFetchNextPageError;

interface Position {
  readonly number: number | null;
  readonly loaded: number;
  readonly isWhole: boolean;
}

/** Returns the position in the queue in words. `total` is the number of applications of the view in words. */
export function describePosition({ number, loaded, isWhole }: Position, total: string): string {
  const sentence =
    number !== null
      ? '{number} of {total}'
      : isWhole
        ? 'Not in this view'
        : 'Not among the first {loaded} of {total}';
  return fill(sentence, { number: formatCount(number ?? 0), loaded: formatCount(loaded), total });
}
