import { expect, it } from 'vitest';
import { dollars } from '../ui/dollars.ts';
import { workedMonth } from './worked-month.ts';

const rates = { feePercent: 3, refundPercent: 2, builderPercent: 75 };

it.each([
  [8000, { fees: 240, refunds: 160, shared: 7600, builder: 5700, lab: 1900 }],
  [500, { fees: 15, refunds: 10, shared: 475, builder: 356, lab: 119 }],
  [0, { fees: 0, refunds: 0, shared: 0, builder: 0, lab: 0 }],
])('shares a month of $%d', (revenue, parts) => {
  expect(workedMonth(revenue, rates)).toEqual({ revenue, ...parts });
});

it('loses no dollar to rounding', () => {
  for (let revenue = 0; revenue < 5000; revenue += 7) {
    const { fees, refunds, builder, lab } = workedMonth(revenue, rates);
    expect(fees + refunds + builder + lab).toBe(revenue);
  }
});

it('formats thousands', () => expect(dollars(20_000)).toBe('$20,000'));
