/**
 * `@solostead/server/database`: the connections that extensions and commands get.
 *
 * @example
 * import type { Database } from '@solostead/server/database';
 *
 * const close = (owner: Database, id: string) =>
 *   owner.transaction((query) => query('update orders set open = false where id = $1', [id]));
 */
export { type Database, isOutage, type Query } from '../database/database.ts';
