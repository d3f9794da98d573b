import { plural } from '@solostead/contract/plural';
import { inNaturalOrder } from '../../kernel/format/natural.ts';
import type { Person } from '../../kernel/data/shapes/people.ts';
import { folded } from '../../kernel/folded.ts';
import { patternOfNames, type Mention } from './note-text.ts';

/** The maximum number of suggested members. */
export const MAX_SUGGESTIONS = 6;

/** A name that is being typed after an '@'. */
export interface Started {
  /** The position of its '@'. */
  readonly from: number;
  readonly query: string;
}

/** Returns the mention being typed at the caret, or null. */
export function startedAt(text: string, caret: number): Started | null {
  const found = /(?<=^|[\s(])@(?<query>[^\n@]{0,80})$/u.exec(text.slice(0, caret));
  return found ? { from: found.index, query: found.groups!['query']! } : null;
}

/** Returns the members whose name or address matches the input, names with that prefix first. */
export function offered(people: readonly Person[], query: string): readonly Person[] {
  const wanted = folded(query);
  const rank = ({ name, email }: Person) => {
    const called = folded(name);
    if (called.startsWith(wanted)) return 0;
    return called.split(/\s+/).some((word) => word.startsWith(wanted)) || folded(email).startsWith(wanted)
      ? 1
      : 2;
  };
  return people
    .map((person) => ({ person, order: rank(person) }))
    .filter(({ order }) => order < 2)
    .toSorted((one, other) => one.order - other.order || inNaturalOrder(one.person.name, other.person.name))
    .map(({ person }) => person);
}

/** Returns the announcement of the suggestions. */
export function describeOffered(count: number): string {
  if (count === 0) return '';
  const fitting = `${plural(count, 'person fits', 'people fit')}.`;
  const shown = count > MAX_SUGGESTIONS ? ` The first ${MAX_SUGGESTIONS} are shown.` : '';
  return `${fitting}${shown} Choose with the arrow keys and Enter.`;
}

type Key = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

const actions: Readonly<Record<string, 1 | -1 | 'pick' | 'close'>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  Enter: 'pick',
  Tab: 'pick',
  Escape: 'close',
};

/**
 * Returns what a key does to the open list: a step, or 'leave' for one that closes the list and works in the field too.
 * Other keys return null.
 */
export function actionOf(event: Key): 1 | -1 | 'pick' | 'close' | 'leave' | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const action = actions[event.key] ?? null;
  if (!event.shiftKey) return action;
  // A list that closes later, during the blur of Shift and Tab, gives the focus back to the field.
  return action === 'pick' ? 'leave' : null;
}

/** The text with this name in the place of what was typed, and where the caret is then. */
export function mentionIn(text: string, { from, query }: Started, name: string) {
  const rest = text.slice(from + 1 + query.length);
  const inserted = `@${name}${/^[\s.,;:!?)]/u.test(rest) ? '' : ' '}`;
  return { text: text.slice(0, from) + inserted + rest, caret: from + inserted.length };
}

/**
 * Returns the members that a text mentions. These are all whose '@Name' it contains, and of several with the same
 * name the `picked` ones, or those that `before` lists as mentioned.
 */
export function mentionedIn(
  text: string,
  people: readonly Person[],
  picked: ReadonlySet<string>,
  before: readonly Mention[] = [],
): readonly string[] {
  const pattern = patternOfNames(people.map(({ name }) => name));
  if (!pattern) return [];
  const found = new Set(text.match(new RegExp(pattern, 'gu')));
  return [...found].flatMap((written) => {
    const meant = people.filter(({ name }) => `@${name}` === written).map(({ user_id: id }) => id);
    const chosen = meant.filter((id) => picked.has(id) || before.some((one) => one.member_id === id));
    return chosen.length > 0 ? chosen : meant;
  });
}
