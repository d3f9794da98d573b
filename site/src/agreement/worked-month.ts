/** Per cent of the revenue that leave before it is shared, and the builder's per cent of the rest. */
export interface Rates {
  feePercent: number;
  refundPercent: number;
  builderPercent: number;
}

const part = (amount: number, percent: number) => Math.round((amount * percent) / 100);

/**
 * Shares a month's revenue in whole dollars. The parts add up to the revenue, so the lab takes what rounding leaves.
 */
export function workedMonth(revenue: number, { feePercent, refundPercent, builderPercent }: Rates) {
  const fees = part(revenue, feePercent);
  const refunds = part(revenue, refundPercent);
  const shared = revenue - fees - refunds;
  const builder = part(shared, builderPercent);
  return { revenue, fees, refunds, shared, builder, lab: shared - builder };
}
