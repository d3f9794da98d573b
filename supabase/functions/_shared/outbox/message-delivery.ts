import { isEnding, continueInBackground } from '../background.ts';
import { callProcedure } from '../call-procedure.ts';

/** The outcome of a claimed message, as `private.finish_message` in the migrations takes it. Sent without `failure`. */
export interface Outcome {
  readonly id: string;
  readonly failure?: string;
  readonly unwanted?: true;
  readonly [fact: string]: unknown;
}

/** A claimed message. */
export interface Claimed {
  /** The number of this try. The database ignores the outcome of one whose claim has expired. */
  readonly attempt: number;
}

/** One of the two ways out. */
export interface Channel<Order extends Claimed> {
  /** The name of its row in `private.channels`. */
  readonly name: 'mail' | 'webhook';
  /** The number of messages that this thread may send at a time. */
  readonly places: number;
  /** The number of messages a second that all senders together may start, or null for no limit. */
  readonly perSecond: number | null;
  /** Sends one. A rejection is logged, and the claim expires. */
  readonly send: (order: Order) => Promise<Outcome>;
}

export interface Delivered {
  sent: number;
  failed: number;
  /** True if more messages may be due. */
  more: boolean;
}

/** The answer of `exchange_messages`. */
interface Exchanged<Order> {
  readonly messages: Order[];
  /** The time until more may be claimed, 0 if it depends on due messages. */
  readonly wait_ms: number;
  /** Ids of messages whose outcomes are to be recorded one at a time. */
  readonly unrecorded: string[];
}

/** A longer wait leaves the messages to the schedule. */
const MAX_WAIT_MS = 5_000;
/** Messages that end within so short a time of each other share a call. */
const GATHERING_MS = 3;
/** The maximum the database accepts, or returns, in one call. */
const BATCH_SIZE = 100;
/** The interval of checks for due messages while others are on their way. */
const LOOK_MS = 1_000;

/**
 * Delivers the messages of a channel. Overlapping calls share the places, so a silent server never holds more
 * connections of one thread, and a slow one blocks one place. One database call at a time records outcomes and claims
 * new messages for all free places.
 */
export class MessageDelivery<Order extends Claimed> {
  readonly #channel: Channel<Order>;
  /** The number of messages that this thread may send besides those it sends already. */
  #free: number;
  /** The outcomes since the last call. */
  readonly #outcomes: Outcome[] = [];
  #isCalling = false;
  /** Something may have come due since the last claim. */
  #isStale = false;
  #deadline = 0;

  constructor(channel: Channel<Order>) {
    this.#channel = channel;
    this.#free = channel.places;
  }

  /** Resolves when all started messages have ended. Starts nothing after the latest `deadline` (of `Date.now()`). */
  async deliverUntil(deadline: number): Promise<Delivered> {
    const delivered: Delivered = { sent: 0, failed: 0, more: false };
    this.#deadline = Math.max(this.#deadline, deadline);
    const look = () => {
      if (Date.now() <= this.#deadline) this.#isStale = true;
      return this.#goOn(delivered);
    };
    const looks = [look()];
    const looking = setInterval(() => looks.push(look()), LOOK_MS);
    await Promise.allSettled(looks);
    clearInterval(looking);
    await allEnded(looks);
    return { ...delivered, more: this.#isStale };
  }

  async #goOn(delivered: Delivered): Promise<void> {
    if (this.#isCalling) return;
    this.#isCalling = true;
    const deliveries: Promise<void>[] = [];
    try {
      while (this.#outcomes.length > 0 || this.#mayClaim()) {
        if (this.#outcomes.length > 0) await pause(GATHERING_MS);
        const { messages, wait_ms: waitMs } = await this.#exchange();
        deliveries.push(...messages.map((order) => this.#deliver(order, delivered)));
        if (waitMs > MAX_WAIT_MS) break;
        await this.#pass(waitMs);
      }
    } finally {
      this.#isCalling = false;
      // Messages that ended while the last call failed, or asked to wait for longer.
      this.#recordInBackground(this.#outcomes.splice(0));
      await allEnded(deliveries);
    }
  }

  #mayClaim(): boolean {
    return this.#isStale && this.#free > 0 && !isEnding() && Date.now() <= this.#deadline;
  }

  async #exchange(): Promise<Exchanged<Order>> {
    const outcomes = this.#outcomes.splice(0, BATCH_SIZE);
    const batch = this.#mayClaim() ? Math.min(this.#free, BATCH_SIZE) : 0;
    if (batch > 0) this.#isStale = false;
    try {
      const exchanged = await this.#call(outcomes, batch);
      this.#recordInBackground(outcomes.filter(({ id }) => exchanged.unrecorded.includes(id)));
      this.#free -= exchanged.messages.length;
      this.#isStale ||= (batch > 0 && exchanged.messages.length === batch) || exchanged.wait_ms > 0;
      return exchanged;
    } catch (error) {
      // It may be the claim that failed, or another message of the list.
      this.#recordInBackground(outcomes);
      throw error;
    }
  }

  #call(outcomes: readonly Outcome[], batch: number, waits = false): Promise<Exchanged<Order>> {
    const { name: channel, perSecond: per_second } = this.#channel;
    return callProcedure('exchange_messages', { channel, outcomes, batch, per_second, waits });
  }

  /** Waits in short steps, so that an ending is noticed, and no longer than until there is an outcome to record. */
  async #pass(milliseconds: number): Promise<void> {
    const over = Date.now() + milliseconds;
    while (Date.now() < over && !isEnding() && this.#outcomes.length === 0)
      await pause(Math.min(25, over - Date.now()));
  }

  async #deliver(order: Order, delivered: Delivered): Promise<void> {
    try {
      const outcome = await this.#channel.send(order);
      this.#outcomes.push({ ...outcome, attempt: order.attempt });
      if (outcome.failure) delivered.failed += 1;
      else if (!outcome.unwanted) delivered.sent += 1;
    } catch (error) {
      delivered.failed += 1;
      console.error(`${this.#channel.name} not sent: ${String(error)}`);
    } finally {
      this.#free += 1;
    }
    await this.#goOn(delivered);
  }

  /** Records outcomes one by one with retries, because a database that is away may return in time. */
  #recordInBackground(outcomes: readonly Outcome[]): void {
    const deadline = Date.now() + RECORDING_MS;
    for (const outcome of outcomes) continueInBackground(this.#recordUntil(outcome, deadline));
  }

  async #recordUntil(outcome: Outcome, deadline: number): Promise<void> {
    for (;;) {
      await pause(PAUSE_MS);
      try {
        await this.#call([outcome], 0, true);
        return;
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }
}

/** A claim lasts two minutes. Shortly before its end, recording stops, and another sender repeats the message. */
const RECORDING_MS = 100_000;
const PAUSE_MS = 500;

/** Waits for all of them, even if one rejects, then rejects with the first error. */
async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
