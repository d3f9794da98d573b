/** Where one is in the list: at which row, in which place it was last seen, and what one waits for. */
export interface RowNavigation {
  /** The list this is about: another filter, order or page is another list. */
  readonly list: string;
  readonly focusedId: string | null;
  /** -1: nowhere yet. */
  readonly index: number;
  /** The end of the rows on their way where one wants to go on. */
  readonly pending: 'first' | 'last' | null;
}

type Action =
  /** One went to this row. */
  | { readonly type: 'focused'; readonly id: string; readonly ids: readonly string[] }
  /** Rows were asked for, to go on at one of their ends. */
  | { readonly type: 'awaited'; readonly end: 'first' | 'last' }
  /** These rows are shown; `openId` is the application open beside them. */
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
  one.list === other.list &&
  one.focusedId === other.focusedId &&
  one.index === other.index &&
  one.pending === other.pending;

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
  // The row has left the list: its place is kept, and the one that follows stands there.
  const isKept = list === state.list && focusedId === state.focusedId;
  return isKept ? state : { list, focusedId, index: -1, pending: null };
}

/** The navigation after an action; the same object when nothing changes. */
export function navigate(state: RowNavigation, action: Action): RowNavigation {
  const after = next(state, action);
  return isSame(state, after) ? state : after;
}

interface Place {
  /** Place of the row one is at; -1 for none. */
  readonly current: number;
  /** Place of the row above and of the row below; they exist or not. */
  readonly above: number;
  readonly below: number;
  /** One's row has left the list. */
  readonly hasLeft: boolean;
}

/** One's place among the rows, and the ways on. Where one's row has left, the next one is the one in its place. */
export function placeAmong(state: RowNavigation, ids: readonly string[]): Place {
  const current = state.focusedId === null ? -1 : ids.indexOf(state.focusedId);
  if (current !== -1) return { current, above: current - 1, below: current + 1, hasLeft: false };
  if (state.index === -1) return { current, above: -1, below: 0, hasLeft: false };
  const gap = Math.min(state.index, ids.length);
  return { current, above: gap - 1, below: gap, hasLeft: true };
}
