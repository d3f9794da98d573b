import type { FastifyPluginAsync } from 'fastify';
import type { Logger } from 'pino';
import type { AuthPolicy } from './auth/kernel/settings.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { AroundExecution } from './rest/service.ts';
import type { Mailer } from './mail/mailer.ts';

/** What the services and an extension work with. */
export interface Dependencies {
  readonly config: Config;
  readonly owner: Database;
  /** The directory of the database's data, when it is on this machine. */
  readonly dataPath: string | null;
  readonly rest: Database;
  readonly auth: Database;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Logger;
  /** Whether the server is stopping. */
  readonly isLeaving: () => boolean;
}

/** One figure; `read` answers null while it is unknown. */
export interface ExtensionGauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => Promise<number | null>;
}

/** What a product adds to the server; the server alone serves any project with a `supabase/` folder. */
export interface Extension {
  /** What the auth service does beyond config.toml. */
  readonly auth?: AuthPolicy;
  /** Runs around each statement of the data API, where limits are on: it may wait, count and refuse. */
  readonly aroundExecution?: (dependencies: Dependencies) => AroundExecution;
  /** Routes of its own, before those of the static site. */
  readonly routes?: (dependencies: Dependencies) => FastifyPluginAsync;
  /** Work between requests, from the moment the server listens at `url`; answers what ends it. */
  readonly work?: (dependencies: Dependencies, url: string) => () => Promise<void>;
  /** Figures of its own at GET /metrics, read at each request for them. */
  readonly gauges?: (dependencies: Dependencies) => readonly ExtensionGauge[];
  /** What is switched on and wrong in public, for the log and the terminal. */
  readonly warnings?: (config: Config) => readonly string[];
  /** Lines for the terminal once the server is ready. */
  readonly hints?: readonly string[];
}
