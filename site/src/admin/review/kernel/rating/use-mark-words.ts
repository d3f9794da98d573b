import { fill, useWords } from '../words.tsx';
import type { Mark } from './scorecard.ts';

/** Returns the words for the first score, such as 'first 2' or 'first yes', or that there was none. */
export function useMarkWords() {
  const { scorecard } = useWords();
  return ({ first }: Mark<number | boolean>): string => {
    if (first === null) return scorecard.afterSeeing;
    const said = first === true ? scorecard.yes : first === false ? scorecard.no : String(first);
    return fill(scorecard.first, { score: said.toLowerCase() });
  };
}
