import { isEnding } from './behind-answer.ts';
import { callProcedure } from './call-procedure.ts';
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
 * Works off the queue in the database. Calls that overlap share the places, so a silent mail server never has more than
 * five connections of one thread, and a slow recipient holds up one place.
 */
export class MailDelivery {
  readonly #mailer: Mailer;
  #free = MOST_UNDER_WAY;
  /** Something may have come due since the last claim. */
  #isStale = false;
  #deadline = 0;

  constructor(mailer: Mailer) {
    this.#mailer = mailer;
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
    try {
      const orders = await callProcedure<MailOrder[]>('claim_due_mails', { batch });
      taken = orders.length;
      this.#isStale ||= taken === batch;
      return orders;
    } finally {
      this.#free += batch - taken;
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
