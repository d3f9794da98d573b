import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../../database/database.ts';
import { counterKey, limitError, limitTable, type LimitName } from './limits.rules.ts';
import type { AuthSettings } from '../settings.ts';

/** Counters that `forget` clears before their time. */
const forgiven = new Set(['password_failures', 'account_failures']);

export interface Limits {
  /** Counts one use by `key`. @throws AuthError 429 with Retry-After when it is one too many. */
  consume(name: LimitName, key: string): Promise<void>;
  /** Refuses without counting when the limit of `key` is exhausted. */
  check(name: LimitName, key: string): Promise<void>;
  /**
   * Takes back a use. Where only failures count, each attempt is consumed before its outcome is known, because a mere
   * check would let many parallel attempts through.
   */
  reward(name: LimitName, key: string): Promise<void>;
  forget(name: LimitName, key: string): Promise<void>;
}

const unlimited: Limits = {
  consume: async () => {},
  check: async () => {},
  reward: async () => {},
  forget: async () => {},
};

/** Counters in PostgreSQL (auth.rate_limits), so that all copies of the server share them. */
export function createLimits(database: Database, settings: AuthSettings): Limits {
  if (!settings.limits) return unlimited;
  const storeClient = {
    query: ({ text, values, name }: { text: string; values: readonly unknown[]; name?: string }) =>
      database.query(text, values, name),
  };
  const limiters = new Map(
    Object.entries(limitTable(settings)).map(([name, { points, duration }]) => [
      name,
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        schemaName: 'auth',
        tableName: 'rate_limits',
        tableCreated: true,
        clearExpiredByTimeout: name === 'token_refresh',
        keyPrefix: name,
        points,
        duration,
        // Callers over the limit are refused from memory until it ends, so that a flood costs no queries. This does
        // not apply where `forget` may clear the counter for all copies of the server.
        inMemoryBlockOnConsumed: forgiven.has(name) ? 0 : points + 1,
      }),
    ]),
  );
  const limiter = (name: LimitName) => limiters.get(name)!;
  // The Supabase CLI counts mails only where it sends them.
  const isUncounted = (name: LimitName) =>
    !settings.countsMails && (name === 'email_sent' || name === 'email_recipient');
  return {
    async consume(name, key) {
      if (isUncounted(name)) return;
      try {
        await limiter(name).consume(counterKey(key));
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? limitError(name, refusal.msBeforeNext) : refusal;
      }
    },
    async check(name, key) {
      if (isUncounted(name)) return;
      const state = await limiter(name).get(counterKey(key));
      if (state && state.consumedPoints >= limiter(name).points) throw limitError(name, state.msBeforeNext);
    },
    async reward(name, key) {
      await limiter(name).reward(counterKey(key));
    },
    async forget(name, key) {
      await limiter(name).delete(counterKey(key));
    },
  };
}
