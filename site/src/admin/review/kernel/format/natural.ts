const { compare } = new Intl.Collator('en', { numeric: true });

/** Compares texts as people count, so that 'View 2' comes before 'View 10'. */
export const inNaturalOrder = (one: string, other: string): number => compare(one, other);
