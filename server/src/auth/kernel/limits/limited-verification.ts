import type { LimitName, Limits } from './limits.ts';

/**
 * Checks a secret under rate limits: each counter is consumed before the check, and rewarded unless the secret was wrong,
 * so that only failures count. @throws AuthError 429 when a counter is exhausted
 */
export async function limitedVerification(
  limits: Limits,
  counters: readonly (readonly [LimitName, string])[],
  isRight: () => Promise<boolean>,
): Promise<boolean> {
  const consumed: (readonly [LimitName, string])[] = [];
  const reward = async (): Promise<void> => {
    for (const [name, key] of consumed) await limits.reward(name, key);
  };
  try {
    for (const [name, key] of counters) {
      await limits.consume(name, key);
      consumed.push([name, key]);
    }
    const answer = await isRight();
    if (answer) await reward();
    return answer;
  } catch (error) {
    await reward();
    throw error;
  }
}
