import type { Person } from '../../data/shapes/people.ts';
import { patternOfNames, type Mention } from './note-text.ts';

/** How many members are offered at once. */
const MOST_OFFERED = 6;

/** A name that is being typed after an '@'. */
export interface Started {
  /** Where its '@' is. */
  readonly from: number;
  readonly query: string;
}

/** The mention that is being typed where the caret is; null where there is none. */
export function startedAt(text: string, caret: number): Started | null {
  const found = /(?<=^|[\s(])@(?<query>[^\n@]{0,80})$/u.exec(text.slice(0, caret));
  return found ? { from: found.index, query: found.groups!['query']! } : null;
}

/** The members whose name or address fits what was typed: those whose name begins so before the others. */
export function offered(people: readonly Person[], query: string): readonly Person[] {
  const wanted = query.toLowerCase();
  const rank = ({ name, email }: Person) => {
    const called = name.toLowerCase();
    if (called.startsWith(wanted)) return 0;
    return called.split(/\s+/).some((word) => word.startsWith(wanted)) || email.startsWith(wanted) ? 1 : 2;
  };
  return people
    .map((person) => ({ person, order: rank(person) }))
    .filter(({ order }) => order < 2)
    .toSorted((one, other) => one.order - other.order || one.person.name.localeCompare(other.person.name))
    .slice(0, MOST_OFFERED)
    .map(({ person }) => person);
}

/** The text with this name in the place of what was typed, and where the caret is then. */
export function mentionIn(text: string, { from, query }: Started, name: string) {
  const rest = text.slice(from + 1 + query.length);
  const said = `@${name}${/^[\s.,;:!?)]/u.test(rest) ? '' : ' '}`;
  return { text: text.slice(0, from) + said + rest, caret: from + said.length };
}

/**
 * Whom a text mentions: everyone whose '@Name' stands in it, and of several who are called the same those who were
 * `picked`. `before`: as whom the note mentioned them, for who was renamed since.
 */
export function mentionedIn(
  text: string,
  people: readonly Person[],
  picked: ReadonlySet<string>,
  before: readonly Mention[] = [],
): readonly string[] {
  const known = [
    ...before.map(({ written, member_id: id }) => ({ written, id })),
    ...people.map(({ name, user_id: id }) => ({ written: `@${name}`, id })),
  ].filter(({ id }) => people.some(({ user_id: userId }) => userId === id));
  const pattern = patternOfNames(known.map(({ written }) => written));
  if (!pattern) return [];
  const found = new Set(text.match(new RegExp(pattern, 'gu')));
  const ids = [...found].flatMap((written) => {
    const meant = known.filter((one) => one.written === written).map(({ id }) => id);
    const chosen = meant.filter((id) => picked.has(id) || before.some((one) => one.member_id === id));
    return chosen.length > 0 ? chosen : meant;
  });
  return [...new Set(ids)];
}
