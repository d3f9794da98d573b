const counting = new Intl.NumberFormat('en');

/** 1000000 → '1,000,000'. */
export const sayCount = (count: number) => counting.format(count);

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** Formats the share of `part` in `whole`, '0%' if `whole` is 0. */
export const sayShare = (part: number, whole: number) => percent.format(whole === 0 ? 0 : part / whole);
