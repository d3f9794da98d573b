import { setTimeout as pause } from 'node:timers/promises';
import { prepareCluster } from './cluster.ts';
import { type DataName, type Placement, place } from './placement.ts';
import { type Postmaster, startPostmaster } from './postmaster.ts';

type Notice = (message: string, error?: unknown) => void;

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
  notice: Notice,
  name: DataName = 'postgres',
): Promise<EmbeddedPostgres> {
  const placement = place(dataDir, name);
  await prepareCluster(placement);
  const keeper = new Keeper(placement, await startPostmaster(placement), notice);
  return { socketDir: placement.socketDir, dataPath: placement.data, stop: () => keeper.stop() };
}

/** Starts PostgreSQL again whenever it ends, until told to stop. */
class Keeper {
  readonly #placement: Placement;
  readonly #notice: Notice;
  readonly #watching: Promise<void>;
  #current: Postmaster;
  #isWanted = true;

  constructor(placement: Placement, first: Postmaster, notice: Notice) {
    this.#placement = placement;
    this.#notice = notice;
    this.#current = first;
    this.#watching = this.#watch();
  }

  async #watch(): Promise<void> {
    for (await this.#current.ended; this.#isWanted; await this.#current.ended) {
      this.#notice('PostgreSQL has ended unexpectedly and is started again');
      await this.#restart();
    }
  }

  async #restart(): Promise<void> {
    while (this.#isWanted) {
      try {
        this.#current = await startPostmaster(this.#placement);
        this.#notice('PostgreSQL is back');
        break;
      } catch (error) {
        this.#notice('PostgreSQL could not be started again', error);
        await pause(1000);
      }
    }
    // Told to stop while it was starting.
    if (!this.#isWanted) await this.#current.stop();
  }

  async stop(): Promise<void> {
    this.#isWanted = false;
    await this.#current.stop();
    await this.#watching;
  }
}
