import type { Promised, Status } from '@solostead/contract/statuses';

/** Orders of the list. */
export const sorts = ['created', 'name', 'rating', 'changed', 'due'] as const;

export type Sort = (typeof sorts)[number];

/** Applicants who wait for an answer, those overdue, and those due within three days. */
export const dues = ['waiting', 'overdue', 'soon'] as const;

export type Due = (typeof dues)[number];

/** The start of the next page, the last row's sort value and its id. */
export type Cursor = readonly [string, string];

export interface Filter {
  readonly search?: string;
  readonly status?: readonly Status[];
  readonly confirmed?: boolean;
  readonly from?: string;
  readonly to?: string;
  readonly assignee?: string;
  readonly tag?: string;
  readonly source?: string;
  readonly archived?: boolean;
  readonly due?: Due;
  readonly promise?: Promised;
}
