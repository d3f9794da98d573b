/** Formats whole dollars, such as $8,000. */
export const dollars = (amount: number) => `$${amount.toLocaleString('en-GB')}`;
