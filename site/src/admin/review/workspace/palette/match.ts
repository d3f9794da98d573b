import type { Command } from '../../kernel/commands/registry.ts';
import { folded } from '../../kernel/folded.ts';
import { trimmed } from '@solostead/contract/visible';

/** The searched parts of a command. `aliases` are further words. */
type Findable = Pick<Command, 'label'> & Partial<Command> & { readonly aliases?: string };

const wordsOf = (text: string) =>
  folded(text)
    .split(/[^\p{L}\p{N}@.]+/u)
    .filter(Boolean);

/**
 * Scores a command for a search text, 0 for no match. Its keys match best, then a label with that prefix, then one in
 * which every word is a prefix of a word, and last its aliases.
 */
export function fit(text: string, { label, keys, aliases = '' }: Findable): number {
  const wanted = trimmed(text);
  if (wanted === '') return 1;
  if (keys?.some((key) => key === wanted || key.replace(' ', '') === wanted)) return 4;
  if (folded(label).startsWith(folded(wanted))) return 3;
  const words = wordsOf(wanted);
  const begins = (places: readonly string[]) => (word: string) =>
    places.some((place) => place.startsWith(word));
  const isIn = (places: readonly string[]) => words.every(begins(places));
  if (words.length === 0) return 0;
  if (isIn(wordsOf(label))) return 2;
  return isIn([...wordsOf(label), ...wordsOf(aliases)]) ? 1 : 0;
}

/** Returns the matching commands, the best first, in stable order. */
export function matching<Each extends Findable>(text: string, commands: readonly Each[]): readonly Each[] {
  return commands
    .map((command) => ({ command, score: fit(text, command) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ command }) => command);
}
