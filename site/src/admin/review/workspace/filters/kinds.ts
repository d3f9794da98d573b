import { phrase, words } from '../../kernel/words.ts';
import { statusDisplay } from '../../kernel/status/status-display.ts';
import type { Promised } from '@solostead/contract/statuses';
import type { Filter } from '../../../route/filter.ts';

/** The names of the filters, in the order in which they are shown as chips. */
export const filterNames = {
  search: 'Text',
  status: 'Status',
  due: 'Answer due',
  assignee: 'Assignee',
  tag: 'Tag',
  confirmed: 'Email',
  source: 'Source',
  applied: 'Applied',
  promise: 'Answer state',
  archived: 'Archived only',
} as const;
export type Kind = keyof typeof filterNames;
export const kinds = Object.keys(filterNames) as readonly Kind[];

export const dueNames = { waiting: 'Waiting', overdue: 'Overdue', soon: 'Within 3 days' } as const;

export const promiseNames: Readonly<Record<Promised, string>> = {
  waiting: 'Waiting',
  answered: 'Answered',
  to_notify: 'To notify',
  ended: 'Ended',
};

/** Filters that are on or off, and hold nothing to choose. */
const switches = ['archived'] as const;
export type Switch = (typeof switches)[number];
export const isSwitch = (kind: Kind): kind is Switch => switches.some((name) => name === kind);

/** Returns the change that removes a filter. */
export const without = (kind: Kind): { [Name in keyof Filter]?: undefined } =>
  kind === 'applied' ? { from: undefined, to: undefined } : { [kind]: undefined };

export const isSet = (filter: Filter, kind: Kind): boolean =>
  Object.keys(without(kind)).some((name) => filter[name as keyof Filter] !== undefined);

interface Names {
  readonly myId: string;
  readonly nameOf: (id: string) => string;
}

/** Returns a filter's value in words, '' if its kind is enough. */
export function formatValue(filter: Filter, kind: Kind, { myId, nameOf }: Names): string {
  switch (kind) {
    case 'status':
      return (filter.status ?? []).map((status) => statusDisplay[status].label).join(', ');
    case 'due':
      return filter.due ? dueNames[filter.due] : '';
    case 'assignee':
      if (filter.assignee === 'none') return words.noAssignee;
      return filter.assignee === myId ? 'Me' : nameOf(filter.assignee ?? '') || 'Someone';
    case 'confirmed':
      return filter.confirmed ? 'Confirmed' : 'Not confirmed';
    case 'applied':
      return [filter.from && phrase`from ${filter.from}`, filter.to && phrase`until ${filter.to}`]
        .filter(Boolean)
        .join(' ');
    case 'promise':
      return filter.promise ? promiseNames[filter.promise] : '';
    case 'archived':
      return '';
    default:
      return filter[kind] ?? '';
  }
}
