import { setTimeout as pause } from 'node:timers/promises';
import { prepareCluster } from './cluster.ts';
import { type DataName, type Placement, place, removeTemporaryFolders } from './placement.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';

/** Between two attempts to start PostgreSQL again. */
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
    const supervisor = new Supervisor(placement, await startPostmaster(placement), report);
    const stop = () => supervisor.stop().finally(clear);
    return { socketDir, dataPath: data, stop };
  } catch (error) {
    clear();
    throw error;
  }
}

/** Restarts PostgreSQL whenever it exits, until `stop`. */
class Supervisor {
  readonly #placement: Placement;
  readonly #report: Report;
  readonly #watching: Promise<void>;
  #current: Postmaster;
  #isWanted = true;

  constructor(placement: Placement, first: Postmaster, report: Report) {
    this.#placement = placement;
    this.#report = report;
    this.#current = first;
    this.#watching = this.#watch();
  }

  async #watch(): Promise<void> {
    for (await this.#current.ended; this.#isWanted; await this.#current.ended) {
      this.#report('PostgreSQL has ended unexpectedly and is started again');
      await this.#restart();
    }
  }

  async #restart(): Promise<void> {
    for (let reported = ''; this.#isWanted; await pause(RETRY_MS)) {
      try {
        this.#current = await startPostmaster(this.#placement);
        break;
      } catch (error) {
        const { message } = error as Error;
        if (message !== reported) this.#report('PostgreSQL could not be started again', error);
        reported = message;
      }
    }
    // `stop` was called while it was starting.
    if (!this.#isWanted) await this.#current.stop();
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.#current.stop();
    await this.#watching;
  }
}
