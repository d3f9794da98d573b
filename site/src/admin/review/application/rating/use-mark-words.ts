import { fill, useWords } from '../../words.tsx';
import type { Mark } from './scorecard.ts';

/** Says what was given before one saw the others': 'first 2', 'first yes', or that nothing was. */
export function useMarkWords() {
  const { scorecard } = useWords();
  return ({ first }: Mark<number | boolean>): string => {
    if (first === null) return scorecard.afterSeeing;
    const said = first === true ? scorecard.yes : first === false ? scorecard.no : String(first);
    return fill(scorecard.first, { score: said.toLowerCase() });
  };
}
