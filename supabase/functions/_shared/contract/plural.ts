const counting = new Intl.NumberFormat('en');

/** Returns a count with its noun. (1, 'mail') is '1 mail', (2000, 'mail') '2,000 mails' and (2, 'is', 'are') '2 are'. */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${counting.format(count)} ${count === 1 ? one : many}`;
