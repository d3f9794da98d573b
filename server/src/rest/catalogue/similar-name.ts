/** The name most like `wanted`, for a hint; null when none comes near (similarity below `least`, 0 to 1). */
export function similarName(wanted: string, names: readonly string[], least = 0.75): string | null {
  let best: string | null = null;
  let bestScore = least;
  for (const name of names) {
    const longest = Math.max(wanted.length, name.length);
    if (Math.abs(wanted.length - name.length) > longest * (1 - least)) continue;
    const score = 1 - distance(wanted.toLowerCase(), name.toLowerCase()) / longest;
    if (score >= bestScore && name !== wanted) [best, bestScore] = [name, score];
  }
  return best;
}

/** Levenshtein's distance. */
export function distance(left: string, right: string): number {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const change = left[row - 1] === right[column - 1] ? 0 : 1;
      current.push(Math.min(previous[column]! + 1, current[column - 1]! + 1, previous[column - 1]! + change));
    }
    previous = current;
  }
  return previous[right.length]!;
}
