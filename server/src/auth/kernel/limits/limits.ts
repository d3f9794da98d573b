import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Database } from '../../../database/database.ts';
import { counterKey, countedText, limitError, type LimitedCaller } from './limits.rules.ts';
import {
  type Limit,
  type LimitPurpose,
  type LimitScope,
  type LimitTable,
  limitTable,
  scopes,
} from './limit-table.rules.ts';
import { readLimits, storeConfiguredLimits } from './limit-table.store.ts';
import type { AuthSettings } from '../settings.ts';

/** Purposes that count failures alone, so uses are given back and counters cleared before their time. */
const ofFailures = new Set<LimitPurpose>(['password_failures', 'code_failures']);

/** Purposes that count only where mails are sent, as in the Supabase CLI. */
const ofMails = new Set<LimitPurpose>([
  'email_sent',
  'email_new_address',
  'email_account',
  'email_secret_key',
  'email_recipient',
]);

export type Limits = ReturnType<typeof createLimits>;

/**
 * Counters in PostgreSQL (auth.rate_limits), so that all copies of the server share them. Each use is counted for the
 * caller, then for its network, then for everyone, so that a refused caller uses nothing of the others' share.
 *
 * @example
 * await limits.consume('password_failures', callerOf(call), 'ada@example.org');
 */
export function createLimits(database: Database, settings: AuthSettings) {
  const configured = limitTable(settings);
  const counters = createCounters(database, configured, settings.limits);
  const isUncounted = (purpose: LimitPurpose) =>
    !settings.limits || (!settings.countsMails && ofMails.has(purpose));
  async function usesOf(purpose: LimitPurpose, from: LimitedCaller, subject: string) {
    if (isUncounted(purpose)) return [];
    await counters.refresh();
    return counters.of(purpose).map(({ scope, limiter }) => {
      const key = counterKey(countedText(scope, from, subject));
      return { scope, limiter, key };
    });
  }
  return {
    /** Stores the limits of config.toml at a start, so that operators see them. */
    refresh: counters.refresh,
    /**
     * Counts one use of `purpose` by a caller, of each `subject` separately.
     * @throws AuthError 429 with Retry-After when it is one too many
     */
    async consume(purpose: LimitPurpose, from: LimitedCaller, subject = ''): Promise<void> {
      const wanted = await usesOf(purpose, from, subject);
      for (const [index, { limiter, key }] of wanted.entries()) {
        try {
          await limiter.consume(key);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          // An attempt that was not made is no failure.
          if (ofFailures.has(purpose)) await giveBack(wanted.slice(0, index + 1));
          throw limitError(purpose, refusal.msBeforeNext);
        }
      }
    },
    /** Refuses without counting when a limit is exhausted. */
    async check(purpose: LimitPurpose, from: LimitedCaller, subject = ''): Promise<void> {
      for (const { limiter, key } of await usesOf(purpose, from, subject)) {
        const state = await limiter.get(key);
        if (state && state.consumedPoints >= limiter.points) throw limitError(purpose, state.msBeforeNext);
      }
    },
    /**
     * Takes back a use. Where only failures count, each attempt is consumed before its outcome is known, because a mere
     * check would let many parallel attempts through.
     */
    async reward(purpose: LimitPurpose, from: LimitedCaller, subject = ''): Promise<void> {
      await giveBack(await usesOf(purpose, from, subject));
    },
    /** Clears the counters of some scopes. */
    async forget(purpose: LimitPurpose, from: LimitedCaller, subject: string, which: readonly LimitScope[]) {
      for (const { scope, limiter, key } of await usesOf(purpose, from, subject)) {
        if (which.includes(scope)) await limiter.delete(key);
      }
    },
  };
}

interface Use {
  readonly limiter: RateLimiterPostgres;
  readonly key: string;
}

async function giveBack(uses: readonly Use[]): Promise<void> {
  for (const { limiter, key } of uses) await limiter.reward(key);
}

interface Counter {
  readonly scope: LimitScope;
  readonly limiter: RateLimiterPostgres;
}

/** The time after which a change by an operator counts. */
const REFRESH_MS = 5_000;

/** Returns the counters by the limits in `auth.limits`, in the order in which they count. */
function createCounters(database: Database, configured: LimitTable, isLimited: boolean) {
  const create = counterFactory(database, isLimited);
  const byPurpose = new Map<LimitPurpose, { readonly limit: Limit; readonly counters: readonly Counter[] }>();
  const put = (purpose: LimitPurpose, limit: Limit) =>
    byPurpose.set(purpose, { limit, counters: create(purpose, limit) });
  for (const [purpose, limit] of Object.entries(configured)) put(purpose as LimitPurpose, limit);
  let isStored = false;
  let due = 0;
  return {
    of: (purpose: LimitPurpose): readonly Counter[] => byPurpose.get(purpose)!.counters,
    /** Reads the limits again if the last look is older than REFRESH_MS. */
    async refresh(): Promise<void> {
      if (performance.now() < due) return;
      due = performance.now() + REFRESH_MS;
      if (!isStored) await storeConfiguredLimits(database, configured);
      isStored = true;
      for (const [purpose, limit] of await readLimits(database)) {
        const present = byPurpose.get(purpose)?.limit;
        if (present && isChanged(present, limit)) put(purpose, limit);
      }
    },
  };
}

const isChanged = (present: Limit, limit: Limit): boolean =>
  present.seconds !== limit.seconds || scopes.some((scope) => present[scope] !== limit[scope]);

function counterFactory(database: Database, isLimited: boolean) {
  const storeClient = {
    query: ({ text, values, name }: { text: string; values: readonly unknown[]; name?: string }) =>
      database.query(text, values, name),
  };
  const limiter = (purpose: LimitPurpose, scope: LimitScope, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      schemaName: 'auth',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: isLimited && purpose === 'token_refresh' && scope === 'caller',
      keyPrefix: `${purpose}_${scope}`,
      points,
      duration,
      // Callers over the limit are refused from memory until it ends, so that a flood costs no queries. This does not
      // apply where a use may be given back for all copies of the server.
      inMemoryBlockOnConsumed: ofFailures.has(purpose) ? 0 : points + 1,
    });
  return (purpose: LimitPurpose, limit: Limit): readonly Counter[] =>
    scopes.flatMap((scope) => {
      const points = limit[scope];
      return points === null ? [] : [{ scope, limiter: limiter(purpose, scope, points, limit.seconds) }];
    });
}
