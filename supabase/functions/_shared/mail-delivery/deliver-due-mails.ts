import { isEnding, continueInBackground } from '../background.ts';
import { callProcedure } from '../call-procedure.ts';
import { mailPlaces, mailSettings, mailsPerSecond } from '../environment.ts';
import { deliverMail, type MailOrder } from './deliver-mail.ts';
import { failureCode } from './mail-failure.ts';
import { createMailer } from './mailer.ts';

export interface Delivered {
  sent: number;
  failed: number;
  /** True if more mails may be due. */
  more: boolean;
}

/** The answer of `record_and_claim_mails`. */
interface Claimed {
  readonly orders: MailOrder[];
  /** The time until more may be claimed, 0 if it depends on due mails. */
  readonly wait_ms: number;
  /** Ids of mails that are to be recorded one at a time. */
  readonly unrecorded: string[];
}

/** A longer wait leaves the mails to the schedule. */
const MAX_WAIT_MS = 5_000;
/** Mails that end within so short a time of each other share a call. */
const GATHERING_MS = 3;
/** The maximum the database accepts, or returns, in one call. */
const BATCH_SIZE = 100;

/**
 * Delivers the queues in the database. Overlapping calls share the places, so a silent mail server never holds more
 * connections of one thread, and a slow recipient blocks one place. One database call at a time records sent mails
 * and claims new ones for all free places.
 */
export class MailDelivery {
  readonly #mailer = createMailer(mailSettings(), (path) => console.info(`mail captured: ${path}`));
  /** The number of mails a second that all senders together may start, or null for no limit. */
  readonly #perSecond = mailsPerSecond();
  /** The number of mails that this thread may send besides those it sends already. */
  #free = mailPlaces();
  /** Mails that the mail server accepted since the last call. */
  readonly #sent: MailOrder[] = [];
  #isCalling = false;
  /** Something may have come due since the last claim. */
  #isStale = false;
  #deadline = 0;

  /** Resolves when all started mails have ended. Starts nothing after the latest `deadline` (of `Date.now()`). */
  async deliverUntil(deadline: number): Promise<Delivered> {
    const delivered: Delivered = { sent: 0, failed: 0, more: false };
    this.#deadline = Math.max(this.#deadline, deadline);
    this.#isStale = true;
    await this.#goOn(delivered);
    return { ...delivered, more: this.#isStale };
  }

  async #goOn(delivered: Delivered): Promise<void> {
    if (this.#isCalling) return;
    this.#isCalling = true;
    const deliveries: Promise<void>[] = [];
    try {
      while (this.#sent.length > 0 || this.#mayClaim()) {
        if (this.#sent.length > 0) await pause(GATHERING_MS);
        const { orders, wait_ms: waitMs } = await this.#recordAndClaim();
        deliveries.push(...orders.map((order) => this.#deliver(order, delivered)));
        if (waitMs > MAX_WAIT_MS) break;
        await this.#pass(waitMs);
      }
    } finally {
      this.#isCalling = false;
      // Mails sent while the last call failed, or asked to wait for longer.
      recordInBackground(this.#sent.splice(0));
      await allEnded(deliveries);
    }
  }

  #mayClaim(): boolean {
    return this.#isStale && this.#free > 0 && !isEnding() && Date.now() <= this.#deadline;
  }

  async #recordAndClaim(): Promise<Claimed> {
    const sent = this.#sent.splice(0, BATCH_SIZE);
    const batch = this.#mayClaim() ? Math.min(this.#free, BATCH_SIZE) : 0;
    if (batch > 0) this.#isStale = false;
    try {
      const claimed = await callProcedure<Claimed>('record_and_claim_mails', {
        sent: sent.map(({ id }) => id),
        batch,
        per_second: this.#perSecond,
      });
      recordInBackground(sent.filter(({ id }) => claimed.unrecorded.includes(id)));
      this.#free -= claimed.orders.length;
      this.#isStale ||= (batch > 0 && claimed.orders.length === batch) || claimed.wait_ms > 0;
      return claimed;
    } catch (error) {
      // It may be the claim that failed, or another mail of the list.
      recordInBackground(sent);
      throw error;
    }
  }

  /** Waits in short steps, so that an ending is noticed, and no longer than until there is a mail to record. */
  async #pass(milliseconds: number): Promise<void> {
    const over = Date.now() + milliseconds;
    while (Date.now() < over && !isEnding() && this.#sent.length === 0)
      await pause(Math.min(25, over - Date.now()));
  }

  async #deliver(order: MailOrder, delivered: Delivered): Promise<void> {
    try {
      if (await deliverMail(this.#mailer, order)) {
        this.#sent.push(order);
        delivered.sent += 1;
      }
    } catch (error) {
      delivered.failed += 1;
      console.error(`mail not sent: ${failureCode(error)}`);
    } finally {
      this.#free += 1;
    }
    await this.#goOn(delivered);
  }
}

/** Waits for all of them, even if one rejects, then rejects with the first error. */
async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A claim lasts two minutes. Shortly before its end, recording stops, and another sender repeats the mail. */
const RECORDING_MS = 100_000;
const PAUSE_MS = 500;

/** Records sent mails one by one with retries, because a database that is away may return in time. */
function recordInBackground(sent: readonly MailOrder[]): void {
  const deadline = Date.now() + RECORDING_MS;
  for (const order of sent) continueInBackground(recordUntil(order, deadline));
}

async function recordUntil(order: MailOrder, deadline: number): Promise<void> {
  for (;;) {
    await pause(PAUSE_MS);
    try {
      return await callProcedure<void>('finish_mail', { mail_id: order.id, server_up: true });
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
