/** The position in the list, the current row and its last index, and a pending move. */
export interface RowNavigation {
  /** Identifies the list. Another filter, order or page is another list. */
  readonly list: string;
  readonly focusedId: string | null;
  /** -1 for no position. */
  readonly index: number;
  /** The end of the loading rows to continue at. */
  readonly pending: 'first' | 'last' | null;
}

type Action =
  /** One went to this row. */
  | { readonly type: 'focused'; readonly id: string; readonly ids: readonly string[] }
  /** Rows were requested, to continue at one of their ends. */
  | { readonly type: 'awaited'; readonly end: 'first' | 'last' }
  /** These rows are shown. `openId` is the application open next to them. */
  | {
      readonly type: 'listed';
      readonly list: string;
      readonly ids: readonly string[];
      readonly openId: string | null;
    }
  /** The rows that were waited for do not come. */
  | { readonly type: 'abandoned' };

export const noRow: RowNavigation = { list: '', focusedId: null, index: -1, pending: null };

const isSame = (one: RowNavigation, other: RowNavigation) =>
  (Object.keys(one) as (keyof RowNavigation)[]).every((key) => one[key] === other[key]);

function next(state: RowNavigation, action: Action): RowNavigation {
  if (action.type === 'awaited') return { ...state, pending: action.end };
  if (action.type === 'abandoned') return { ...state, pending: null };
  if (action.type === 'focused')
    return { ...state, focusedId: action.id, index: action.ids.indexOf(action.id) };
  const { list, ids, openId } = action;
  if (state.pending !== null) {
    const index = state.pending === 'first' ? Math.min(0, ids.length - 1) : ids.length - 1;
    return { list, focusedId: ids[index] ?? null, index, pending: null };
  }
  const focusedId = openId ?? (list === state.list ? state.focusedId : null);
  const index = focusedId === null ? -1 : ids.indexOf(focusedId);
  if (index !== -1) return { ...state, list, focusedId, index };
  // The row has left the list. Its index is kept, and the following row takes it.
  const isUnchanged = list === state.list && focusedId === state.focusedId;
  return isUnchanged ? state : { list, focusedId, index: -1, pending: null };
}

/** Returns the navigation after an action, the same object when nothing changes. */
export function navigate(state: RowNavigation, action: Action): RowNavigation {
  const after = next(state, action);
  return isSame(state, after) ? state : after;
}

/**
 * Returns the indexes of the current row, -1 for none, and of the rows above and below, whether or not they exist. If
 * the current row has left the list (`hasLeft`), the row at its index is the next one.
 */
export function placeAmong(state: RowNavigation, ids: readonly string[]) {
  const current = state.focusedId === null ? -1 : ids.indexOf(state.focusedId);
  if (current !== -1) return { current, above: current - 1, below: current + 1, hasLeft: false };
  if (state.index === -1) return { current, above: -1, below: 0, hasLeft: false };
  const gap = Math.min(state.index, ids.length);
  return { current, above: gap - 1, below: gap, hasLeft: true };
}
