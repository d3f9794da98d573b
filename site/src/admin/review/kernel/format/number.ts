import { plural } from '@solostead/contract/plural';

const counting = new Intl.NumberFormat('en');

/** 1000000 → '1,000,000'. */
export const formatCount = (count: number) => counting.format(count);

/** 1 → '1 application'. */
export const formatApplications = (count: number) => plural(count, 'application');

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 0 });

/** Formats the share of `part` in `whole`, '0%' if `whole` is 0. */
export const formatShare = (part: number, whole: number) => percent.format(whole === 0 ? 0 : part / whole);
