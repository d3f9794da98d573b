import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Config } from '../configuration/config.ts';

/** The lines of the product at the end of a start. */
interface Lines {
  readonly hints: readonly string[];
  readonly warnings: readonly string[];
}

/** Returns the lines for the terminal once the server is ready. */
export function greeting(config: Config, dataPath: string | null, { hints, warnings }: Lines): string {
  const lines = [
    `${config.productName} is ready at ${config.apiUrl}`,
    config.mail.smtpUrl ? null : `  Email is not sent but kept in ${config.mail.outboxDir}`,
    dataPath ? `  The data is in ${dataPath}` : null,
    ...hints.map((hint) => `  ${hint}`),
    config.limits ? null : '  LIMITS=off: rate limits and abuse protection are off. Never do this in public.',
    ...warnings.map((warning) => `  ${warning}`),
  ];
  return lines.filter((line) => line !== null).join('\n');
}

/** Long enough for the first visitors after a restart to be served first. */
const DELAY_MS = 3000;

/** The maximum share of time that an idle server's event loop works. */
const MAX_IDLE_UTILIZATION = 0.05;

/**
 * Releases memory that starting took and idling does not need. One collection, a pause of about 40 ms, frees about 40
 * MB. V8 would otherwise keep it until the heap grows. The collection also discards compiled code, so a server with
 * work is left alone until it is idle.
 */
export function releaseMemoryAfterStart(): void {
  const begun = performance.eventLoopUtilization();
  setTimeout(() => {
    const { utilization } = performance.eventLoopUtilization(performance.eventLoopUtilization(), begun);
    if (utilization > MAX_IDLE_UTILIZATION) return releaseMemoryAfterStart();
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as (options: object) => void;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  }, DELAY_MS).unref();
}
