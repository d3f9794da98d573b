import { isEnding } from '../behind-answer.ts';
import { callProcedure } from '../call-procedure.ts';
import { deliverMail, type MailOrder } from './deliver-mail.ts';
import { failureCode } from './mail-failure.ts';
import type { Mailer } from './mailer.ts';

export interface Delivered {
  sent: number;
  failed: number;
  /** Whether more mails may be due. */
  more: boolean;
}

/** How many mails one thread sends at a time. */
const MOST_UNDER_WAY = 5;

/**
 * Works off the queues in the database, each by the name of the function that claims from it, the first one first. Calls
 * that overlap share the places, so a silent mail server never has more than five connections of one thread, and a slow
 * recipient holds up one place.
 */
export class MailDelivery {
  readonly #mailer: Mailer;
  readonly #queues: readonly string[];
  #free = MOST_UNDER_WAY;
  /** Something may have come due since the last claim. */
  #isStale = false;
  #deadline = 0;

  constructor(mailer: Mailer, queues: readonly string[] = ['claim_due_mails']) {
    this.#mailer = mailer;
    this.#queues = queues;
  }

  /** Resolves when all it began has ended; begins nothing after the latest `deadline` (of `Date.now()`) that was given. */
  async deliverUntil(deadline: number): Promise<Delivered> {
    const delivered: Delivered = { sent: 0, failed: 0, more: false };
    this.#deadline = Math.max(this.#deadline, deadline);
    await this.#goOn(delivered);
    return { ...delivered, more: this.#isStale };
  }

  async #goOn(delivered: Delivered): Promise<void> {
    this.#isStale = true;
    if (this.#free === 0 || isEnding() || Date.now() > this.#deadline) return;
    const orders = await this.#claim();
    const deliveries = orders.map((order) => this.#deliver(order, delivered));
    if (this.#isStale && this.#free > 0) deliveries.push(this.#goOn(delivered));
    await Promise.all(deliveries);
  }

  /** Takes all free places while it asks, so that two claims at once do not fill them twice. */
  async #claim(): Promise<MailOrder[]> {
    const batch = this.#free;
    this.#free = 0;
    this.#isStale = false;
    let taken = 0;
    const orders: MailOrder[] = [];
    try {
      for (const queue of this.#queues) {
        if (taken === batch) break;
        orders.push(...(await this.#claimFrom(queue, batch - taken, taken > 0)));
        taken = orders.length;
      }
      this.#isStale ||= taken === batch;
      return orders;
    } finally {
      this.#free += batch - taken;
    }
  }

  /** What was claimed before is not lost for a queue behind it that does not answer. */
  async #claimFrom(queue: string, batch: number, hasOthers: boolean): Promise<MailOrder[]> {
    try {
      return await callProcedure<MailOrder[]>(queue, { batch });
    } catch (error) {
      if (!hasOthers) throw error;
      console.error(`not claimed: ${String(error)}`);
      return [];
    }
  }

  async #deliver(order: MailOrder, delivered: Delivered): Promise<void> {
    try {
      await deliverMail(this.#mailer, order);
      delivered.sent += 1;
    } catch (error) {
      delivered.failed += 1;
      console.error(`mail not sent: ${failureCode(error)}`);
    } finally {
      this.#free += 1;
    }
    if (this.#isStale) await this.#goOn(delivered);
  }
}
