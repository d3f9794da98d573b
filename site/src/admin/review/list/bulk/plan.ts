import type { Status } from '../../data/shapes.ts';

/** What shall happen to the chosen ones, before it is known how. */
export type Plan =
  | { readonly kind: 'move'; readonly to: Status }
  | { readonly kind: 'assign'; readonly assignee: string | null }
  | { readonly kind: 'add_tag' | 'remove_tag' };
