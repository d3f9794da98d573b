/**
 * `@solostead/server/extension`: the type of an extension and the tools of its parts.
 *
 * @example
 * import type { Extension } from '@solostead/server/extension';
 * export const shop: Extension = {
 *   routes: () => async (app) => {
 *     app.get('/orders/state', () => ({ open: true }));
 *   },
 * };
 */
export type { Dependencies, Extension } from '../extension.ts';
export { clientAddressFinder } from '../gateway/client-address.ts';
// Its module adds `caller` to Fastify's requests.
export type { Caller } from '../gateway/caller.ts';
export type { ExtensionGauge } from '../gateway/metrics/extension-gauge.ts';
export { networkOf } from '../gateway/network.ts';
export { TooManyRequests } from '../gateway/refusals.ts';
export { contentSecurityPolicy } from '../gateway/site/content-security-policy.ts';
export type { Progress } from '../process/with-progress.ts';
export { repeat } from '../process/repeat.ts';
export type { AroundExecution } from '../rest/around-execution.ts';
export { foreignCode } from '../rest/error-codes.ts';
export { invalidPreferences, RestError } from '../rest/errors.ts';
