import { setTimeout as pause } from 'node:timers/promises';
import { prepareCluster } from './cluster.ts';
import { place } from './placement.ts';
import { startPostmaster } from './postmaster.ts';

/** The PostgreSQL that came with `npm install`, running. */
export interface EmbeddedPostgres {
  /** The directory of its Unix socket. */
  readonly socketDir: string;
  /** Where its data lies. */
  readonly dataPath: string;
  stop(): Promise<void>;
}

/**
 * Starts the embedded PostgreSQL for the data in `dataDir`, making it first when there is none, and keeps it
 * running: one that dies is started again. `notice` hears of deaths and restarts.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  notice: (message: string, error?: unknown) => void,
): Promise<EmbeddedPostgres> {
  const placement = place(dataDir);
  await prepareCluster(placement);
  let current = await startPostmaster(placement);
  let isWanted = true;

  const watch = async (): Promise<void> => {
    await current.ended;
    while (isWanted) {
      notice('PostgreSQL has ended unexpectedly and is started again');
      try {
        current = await startPostmaster(placement);
        notice('PostgreSQL is back');
        await current.ended;
      } catch (error) {
        notice('PostgreSQL could not be started again', error);
        await pause(1000);
      }
    }
  };
  const watching = watch();

  return {
    socketDir: placement.socketDir,
    dataPath: placement.data,
    stop: async () => {
      isWanted = false;
      await current.stop();
      await watching;
    },
  };
}
