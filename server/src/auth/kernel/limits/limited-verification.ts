import type { LimitName, Limits } from './limits.ts';

/**
 * Lets somebody guess a secret: counted by each of the counters before it is tried, and taken back unless it was wrong.
 * What was right, or not tried at all, is no failure. @throws AuthError 429 when one counter is spent
 */
export async function guess(
  limits: Limits,
  counters: readonly (readonly [LimitName, string])[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const spent: (readonly [LimitName, string])[] = [];
  const refund = async (): Promise<void> => {
    for (const [name, key] of spent) await limits.refund(name, key);
  };
  try {
    for (const [name, key] of counters) {
      await limits.spend(name, key);
      spent.push([name, key]);
    }
    const answer = await isRight();
    if (answer) await refund();
    return answer;
  } catch (error) {
    await refund();
    throw error;
  }
}
