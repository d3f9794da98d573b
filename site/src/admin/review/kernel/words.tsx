import { createContext, useContext } from 'react';
import type { ReviewCopy } from '../../../content/admin/review.ts';

const WordsContext = createContext<ReviewCopy | null>(null);

export const WordsProvider = WordsContext.Provider;

/** Every word of the workspace, as the page handed them in. */
export function useWords(): ReviewCopy {
  const words = useContext(WordsContext);
  if (!words) throw new Error('The review workspace has no words: wrap it in WordsProvider.');
  return words;
}

/** Returns a status's label, or its name if it has none. */
export function statusLabel(statuses: ReviewCopy['statuses'], name: string | null): string {
  return Object.entries(statuses).find(([status]) => status === name)?.[1] ?? name ?? '';
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Isolates a value's text direction from the sentence, with first strong isolate and pop directional isolate. */
const isolated = (value: string) => (RIGHT_TO_LEFT.test(value) ? `\u2068${value}\u2069` : value);

/** Fills values into a sentence, as in fill('{count} selected', { count: 3 }). */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? isolated(String(values[name])) : place,
  );
}
