import { useState } from 'react';
import { MAX_BULK_ROWS } from '../../../../../../../supabase/functions/_shared/contract/statuses.ts';
import type { Filter } from '../../../../route/filter.ts';
import type { Amount } from '../../../kernel/data/use-counts.ts';
import { formatCount } from '../../../kernel/format/number.ts';
import { fill } from '../../../kernel/words.ts';

type Page = readonly { readonly id: string }[];

/** The selected applications, some ids or all matches of the filter. Immutable. */
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

  /** Toggles one. If all were selected, the rest of this page stays selected. */
  toggled(id: string, page: Page): SelectedIds {
    const ids = new Set(this.isAll ? page.map((row) => row.id) : this.ids);
    if (!ids.delete(id)) ids.add(id);
    return new SelectedIds(ids, false);
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

/**
 * Returns the numbers of a selection and a sentence with them. `hidden` counts those that are not on this page, `total`
 * is the number of matches of the filter.
 */
export function describeSelection(selected: SelectedIds, page: Page, total: Amount | undefined) {
  const isOver = selected.isAll && total?.isOver === true;
  const count = selected.isAll ? (total?.count ?? 0) : selected.ids.size;
  const hidden = selected.isAll ? 0 : count - page.filter(({ id }) => selected.ids.has(id)).length;
  const sentence = selected.isAll
    ? isOver
      ? 'All that match selected, over {count}'
      : 'All {count} selected'
    : '{count} selected';
  const isTooMany = isOver || count > MAX_BULK_ROWS;
  return { isTooMany, count, hidden, said: fill(sentence, { count: formatCount(count) }) };
}

interface Held {
  readonly selected: SelectedIds;
  /** The filter under which it was selected, as JSON. */
  readonly of: string;
}

/** Returns what stays selected under a filter. "All that match" ends with its filter, because it never meant another one. */
export const stillSelected = ({ selected, of }: Held, filter: string): SelectedIds =>
  selected.isAll && of !== filter ? SelectedIds.none : selected;

/** The selection under the present filter, and a function that replaces it. */
export function useSelection(filter: Filter) {
  const of = JSON.stringify(filter);
  const [held, hold] = useState<Held>({ selected: SelectedIds.none, of });
  const select = (selected: SelectedIds) => hold({ selected, of });
  return [stillSelected(held, of), select] as const;
}

export type Selection = ReturnType<typeof useSelection>;
