import type { View } from '../../../route/view.ts';

export const orderNames = {
  due: 'Longest waiting first',
  '-due': 'Shortest waiting first',
  '-created': 'Newest first',
  created: 'Oldest first',
  name: 'Name, A to Z',
  '-name': 'Name, Z to A',
  '-rating': 'Best rated first',
  rating: 'Lowest rated first',
  '-changed': 'Last moved first',
  changed: 'Longest unmoved first',
} as const;

/** Returns the key of a view's order, '-created' for descending by that. */
export const orderOf = ({ sort, descending }: Pick<View, 'sort' | 'descending'>) =>
  `${descending ? '-' : ''}${sort}` as const;
