import type { Database } from '../../database/database.ts';
import { catalogueUnavailable, RestError } from '../errors.ts';
import type { Catalogue } from './catalogue.ts';
import { type ConfiguredSchemas, loadCatalogue } from './load.ts';

/** The current catalogue, read on first use and at each `notify pgrst, 'reload schema'`. */
export interface CurrentCatalogue {
  get(): Promise<Catalogue> | Catalogue;
  close(): Promise<void>;
}

/** Listens for reloads from the start. The next request retries a failed read. */
export async function followCatalogue(
  database: Database,
  configured: ConfiguredSchemas,
): Promise<CurrentCatalogue> {
  let current: Catalogue | null = null;
  let reading: Promise<Catalogue> | null = null;
  let outdated = false;

  const read = async (): Promise<Catalogue> => {
    try {
      let fresh: Catalogue;
      do {
        outdated = false;
        fresh = await loadCatalogue(database, configured);
      } while (outdated);
      return (current = fresh);
    } catch (cause) {
      throw cause instanceof RestError ? cause : Object.assign(catalogueUnavailable(), { cause });
    } finally {
      reading = null;
    }
  };
  const reload = (): Promise<Catalogue> => (reading ??= read());

  const unsubscribe = await database.listen('pgrst', (payload) => {
    if (!['', 'reload schema', 'reload config'].includes(payload)) return;
    // Requests wait for the new reading, so that none is planned on what is known to be old.
    current = null;
    outdated = true;
    reload().catch(() => {});
  });
  await reload().catch(() => {});
  return { get: () => current ?? reload(), close: unsubscribe };
}
