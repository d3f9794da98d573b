const formats = {
  and: new Intl.ListFormat('en-GB'),
  or: new Intl.ListFormat('en-GB', { type: 'disjunction' }),
} as const;

/** Returns items as a sentence lists them, such as 'a, b and c'. The database does so in `private.listed`. */
export const listed = (items: readonly string[], last: keyof typeof formats = 'and'): string =>
  formats[last].format(items);
