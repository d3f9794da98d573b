import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../../database/database.ts';
import { counterKey, limitError, limitTable, type LimitName } from './limits.rules.ts';
import type { AuthSettings } from '../settings.ts';

/** Counters that `forget` clears before their time. */
const forgiven = new Set(['password_failures', 'account_failures']);

export type Limits = ReturnType<typeof createLimits>;

/** Counters in PostgreSQL (auth.rate_limits), so that all copies of the server share them. */
export function createLimits(database: Database, settings: AuthSettings) {
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
        clearExpiredByTimeout: settings.limits && name === 'token_refresh',
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
    !settings.limits || (!settings.countsMails && (name === 'email_sent' || name === 'email_recipient'));
  return {
    /** Counts one use by `key`. @throws AuthError 429 with Retry-After when it is one too many. */
    async consume(name: LimitName, key: string): Promise<void> {
      if (isUncounted(name)) return;
      try {
        await limiter(name).consume(counterKey(key));
      } catch (refusal) {
        throw refusal instanceof RateLimiterRes ? limitError(name, refusal.msBeforeNext) : refusal;
      }
    },
    /** Refuses without counting when the limit of `key` is exhausted. */
    async check(name: LimitName, key: string): Promise<void> {
      if (isUncounted(name)) return;
      const state = await limiter(name).get(counterKey(key));
      if (state && state.consumedPoints >= limiter(name).points) throw limitError(name, state.msBeforeNext);
    },
    /**
     * Takes back a use. Where only failures count, each attempt is consumed before its outcome is known, because a mere
     * check would let many parallel attempts through.
     */
    async reward(name: LimitName, key: string): Promise<void> {
      if (!isUncounted(name)) await limiter(name).reward(counterKey(key));
    },
    async forget(name: LimitName, key: string): Promise<void> {
      if (!isUncounted(name)) await limiter(name).delete(counterKey(key));
    },
  };
}
