import { useState } from 'react';
import type { Filter } from '../../data/shapes/row.ts';

/** Which applications are chosen: some by id, or all that match the filter. Never changed, only replaced. */
export class SelectedIds {
  readonly ids: ReadonlySet<string>;
  readonly isAll: boolean;

  static readonly none = new SelectedIds(new Set(), false);
  static readonly all = new SelectedIds(new Set(), true);

  constructor(ids: ReadonlySet<string>, isAll: boolean) {
    this.ids = ids;
    this.isAll = isAll;
  }

  get isEmpty(): boolean {
    return !this.isAll && this.ids.size === 0;
  }

  /** One more or one less; of all, what is on this page stays but that one. */
  toggled(id: string, page: readonly { readonly id: string }[]): SelectedIds {
    const ids = new Set(this.isAll ? page.map((row) => row.id) : this.ids);
    if (!ids.delete(id)) ids.add(id);
    return new SelectedIds(ids, false);
  }

  /** TanStack Table's form of the same; of all, those of one page. */
  recordAmong(page: readonly { readonly id: string }[]): Record<string, true> {
    const ids = this.isAll ? page.map(({ id }) => id) : [...this.ids];
    return Object.fromEntries(ids.map((id) => [id, true]));
  }

  static of(record: Readonly<Record<string, boolean>>): SelectedIds {
    return new SelectedIds(new Set(Object.keys(record).filter((id) => record[id])), false);
  }
}

/** What is selected. "All that match" is let go with its filter: all of another one were never meant. */
export function useSelection(filter: Filter) {
  const of = JSON.stringify(filter);
  const [held, hold] = useState({ selected: SelectedIds.none, of });
  const select = (selected: SelectedIds) => hold({ selected, of });
  const isOutlived = held.selected.isAll && held.of !== of;
  return [isOutlived ? SelectedIds.none : held.selected, select] as const;
}
