/** Returns items as a sentence lists them, such as 'a, b and c'. */
export const listed = (
  items: readonly string[],
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string => new Intl.ListFormat('en-GB', { type }).format(items);
