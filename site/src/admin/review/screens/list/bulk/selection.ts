import { useState } from 'react';
import type { Filter } from '#admin/route/filter.ts';
import { serverNow } from '#supabase/clock.ts';
import type { Target } from '../../../moves/mail/dialogs/many.tsx';

export type Page = readonly { readonly id: string }[];

/** The row that Shift extends from, with the selection it extends. */
interface Anchor {
  readonly id: string;
  readonly ids: ReadonlySet<string>;
}

/** The selected applications, some ids or all matches of the filter. Immutable. */
export class SelectedIds {
  readonly ids: ReadonlySet<string>;
  readonly isAll: boolean;
  /** The last ticked row. */
  readonly #anchor: Anchor | null;

  static readonly none = new SelectedIds(new Set(), false);
  static readonly all = new SelectedIds(new Set(), true);

  constructor(ids: ReadonlySet<string>, isAll: boolean, anchor: Anchor | null = null) {
    this.ids = ids;
    this.isAll = isAll;
    this.#anchor = anchor;
  }

  get isEmpty(): boolean {
    return !this.isAll && this.ids.size === 0;
  }

  /** Toggles one. If all were selected, the rest of this page stays selected. */
  toggled(id: string, page: Page): SelectedIds {
    const ids = new Set(this.isAll ? page.map((row) => row.id) : this.ids);
    if (ids.delete(id)) return new SelectedIds(ids, false);
    ids.add(id);
    return new SelectedIds(ids, false, { id, ids });
  }

  /**
   * Selects everything from the last ticked row to this one. `order` has the ids of the loaded rows. A later extension
   * replaces this one. Without a ticked row among them, it ticks `start`, and extends from there.
   */
  extended(id: string, order: readonly string[], start = id): SelectedIds {
    if (this.isAll) return this;
    const former = this.#anchor;
    const anchor =
      former && order.includes(former.id) ? former : { id: start, ids: new Set([...this.ids, start]) };
    const [from, to] = [order.indexOf(anchor.id), order.indexOf(id)].sort((one, other) => one - other);
    return new SelectedIds(new Set([...anchor.ids, ...order.slice(from, to! + 1)]), false, anchor);
  }

  /** Selects or deselects a page. If all were selected, only the page counts. */
  withPage(page: Page, isSelected: boolean): SelectedIds {
    const ids = new Set(this.isAll ? [] : this.ids);
    for (const { id } of page) {
      if (isSelected) ids.add(id);
      else ids.delete(id);
    }
    return new SelectedIds(ids, false);
  }

  has(id: string): boolean {
    return this.isAll || this.ids.has(id);
  }

  hasAll(page: Page): boolean {
    return page.every(({ id }) => this.has(id));
  }
}

interface Held {
  readonly selected: SelectedIds;
  /** The filter under which it was selected, as JSON. */
  readonly of: string;
}

/** Returns what stays selected under a filter. "All that match" ends with its filter, because it never meant another one. */
export const stillSelected = ({ selected, of }: Held, filter: string): SelectedIds =>
  selected.isAll && of !== filter ? SelectedIds.none : selected;

/**
 * Returns the applications of a change that is chosen now. "All that match" leaves out those that arrive or that
 * others change afterwards.
 */
export const targetOf = ({ isAll, ids }: SelectedIds, filter: Filter): Target =>
  isAll ? { filter: { ...filter, until: new Date(serverNow()).toISOString() } } : { ids: [...ids] };

type Change = (selected: SelectedIds) => SelectedIds;

/** The selection under the present filter, and a function that replaces it, or changes the latest one. */
export function useSelection(filter: Filter) {
  const of = JSON.stringify(filter);
  const [held, hold] = useState<Held>({ selected: SelectedIds.none, of });
  const select = (next: SelectedIds | Change) =>
    hold((before) => ({
      selected: typeof next === 'function' ? next(stillSelected(before, of)) : next,
      of,
    }));
  return [stillSelected(held, of), select] as const;
}

export type Selection = ReturnType<typeof useSelection>;
