import { setTimeout as pause } from 'node:timers/promises';
import { prepareCluster } from './cluster.ts';
import { type DataName, type Placement, place, removeTemporaryFolders } from './placement.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';

const RETRY_MS = 1_000;

type Report = (message: string, error?: unknown) => void;

/**
 * Starts the embedded PostgreSQL for the data in `dataDir`, creates missing data, and restarts it when it exits.
 * `report` is called at exits and failed restarts. `signal` aborts the creation of the data.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  report: Report,
  { name = 'postgres', signal }: { readonly name?: DataName; readonly signal?: AbortSignal } = {},
) {
  const placement = place(dataDir, name);
  const { socketDir, data } = placement;
  const clear = () => removeTemporaryFolders(placement);
  process.once('exit', clear);
  try {
    await prepareCluster(placement, signal);
    const end = supervise(placement, await startPostmaster(placement), report);
    return { socketDir, dataPath: data, stop: () => end().finally(clear) };
  } catch (error) {
    clear();
    throw error;
  }
}

/** Restarts PostgreSQL whenever it exits. Returns the function that stops it for good. */
function supervise(placement: Placement, first: Postmaster, report: Report): () => Promise<void> {
  let current = first;
  const stopping = new AbortController();
  const isWanted = () => !stopping.signal.aborted;
  const restart = async () => {
    for (let reported = ''; isWanted(); await pause(RETRY_MS)) {
      try {
        current = await startPostmaster(placement);
        break;
      } catch (error) {
        const { message } = error as Error;
        if (message !== reported) report('PostgreSQL could not be started again', error);
        reported = message;
      }
    }
    // It was to stop while it was starting.
    if (!isWanted()) await current.stop();
  };
  const watch = async () => {
    for (await current.ended; isWanted(); await current.ended) {
      report('PostgreSQL has ended unexpectedly and is started again');
      await restart();
    }
  };
  const watching = watch();
  return async () => {
    stopping.abort();
    await current.stop();
    await watching;
  };
}
