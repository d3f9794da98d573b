import { createContext, useContext } from 'react';
import type { ReviewCopy } from '../../content/admin/review.ts';

const WordsContext = createContext<ReviewCopy | null>(null);

export const WordsProvider = WordsContext.Provider;

/** Every word of the workspace, as the page handed them in. */
export function useWords(): ReviewCopy {
  const words = useContext(WordsContext);
  if (!words) throw new Error('The review workspace has no words: wrap it in WordsProvider.');
  return words;
}

/** A status as people call it; one that has no word for it stays as it is. */
export function statusLabel(statuses: ReviewCopy['statuses'], name: string | null): string {
  return Object.entries(statuses).find(([status]) => status === name)?.[1] ?? name ?? '';
}

/** Puts values in the places of a sentence: fill('{count} selected', { count: 3 }). */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replaceAll(/\{(\w+)\}/g, (place, name: string) =>
    Object.hasOwn(values, name) ? String(values[name]) : place,
  );
}
