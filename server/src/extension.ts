import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { AuthPolicy } from './auth/kernel/settings.ts';
import type { Clock } from './process/clock.ts';
import type { Config } from './configuration/config.ts';
import type { Database } from './database/database.ts';
import type { ExtensionGauge } from './gateway/metrics/extension-gauge.ts';
import type { Mailer } from './mail/mailer.ts';
import type { AroundExecution } from './rest/around-execution.ts';

export type { AroundExecution, ExtensionGauge };

/** Dependencies of the services and of an extension. */
export interface Dependencies {
  readonly config: Config;
  readonly owner: Database;
  /** The directory of the database's data, when it is on this machine. */
  readonly dataPath: string | null;
  /** Returns true while the database is known to be away. */
  readonly isAway?: () => boolean;
  readonly rest: Database;
  readonly auth: Database;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Logger;
  /** Returns true if the server is stopping. */
  readonly isLeaving: () => boolean;
}

/**
 * A product's additions to the server. Alone, the server serves any project with a `supabase/` folder. A product
 * changes nothing else of it. These names are the server's for every product: the metrics `solostead_*`, the schema
 * `solostead`, the folder `/var/lib/solostead`, and the setting `solostead.limits`, which is `off` with LIMITS=off:
 * SQL that counts requests skips the count if `current_setting('solostead.limits', true)` says so.
 *
 * @example
 * const product: Extension = {
 *   hints: ['Make an admin: npm run admin -- add you@example.org'],
 *   gauges: ({ owner }) => [
 *     {
 *       name: 'product_orders',
 *       help: 'Orders that wait.',
 *       read: async () => (await owner.query<{ n: number }>('select count(*)::int as n from orders')).rows[0]!.n,
 *     },
 *   ],
 * };
 */
export interface Extension {
  /** The auth service's behaviour beyond config.toml. */
  readonly auth?: AuthPolicy;
  /** Wraps each statement of the data API where limits are on. It may wait, count and refuse. */
  readonly aroundExecution?: (dependencies: Dependencies) => AroundExecution;
  /** The product's routes, before those of the static site. */
  readonly routes?: (dependencies: Dependencies) => FastifyPluginAsync;
  /** Background work from the moment the server listens at `url`. Returns the function that stops it. */
  readonly work?: (dependencies: Dependencies, url: string) => () => Promise<void>;
  /** The product's metrics at GET /metrics, read at each request. */
  readonly gauges?: (dependencies: Dependencies) => readonly ExtensionGauge[];
  /** Settings that are wrong in public, for the log and the terminal. */
  readonly warnings?: (config: Config) => readonly string[];
  /** Lines for the terminal once the server is ready. */
  readonly hints?: readonly string[];
}
