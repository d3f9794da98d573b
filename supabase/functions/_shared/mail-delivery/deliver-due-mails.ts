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

interface Pace {
  /** How many mails one thread sends at a time. */
  readonly places: number;
  /** How many a second all senders together may begin; null: no matter. */
  readonly perSecond: number | null;
}

/** What `claim_mails` answers. */
interface Claimed {
  readonly orders: MailOrder[];
  /** Until more may be claimed; 0 while that is a matter of what is due. */
  readonly wait_ms: number;
}

/** Who must wait for longer leaves the queue to the schedule. */
const LONGEST_WAIT_MS = 5_000;

/**
 * Works off the queues in the database. Calls that overlap share the places, so a silent mail server never has more
 * than so many connections of one thread, and a slow recipient holds up one place. One call claims at a time, for all
 * places that are free by then.
 */
export class MailDelivery {
  readonly #mailer: Mailer;
  readonly #perSecond: number | null;
  #free: number;
  #isClaiming = false;
  /** Something may have come due since the last claim. */
  #isStale = false;
  #deadline = 0;

  constructor(mailer: Mailer, { places, perSecond }: Pace) {
    this.#mailer = mailer;
    this.#perSecond = perSecond;
    this.#free = places;
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
    if (this.#isClaiming) return;
    this.#isClaiming = true;
    const deliveries: Promise<void>[] = [];
    try {
      while (this.#mayClaim()) {
        const { orders, wait_ms: waitMs } = await this.#claim();
        deliveries.push(...orders.map((order) => this.#deliver(order, delivered)));
        if (waitMs > LONGEST_WAIT_MS) break;
        await this.#pass(waitMs);
      }
    } finally {
      this.#isClaiming = false;
      await Promise.all(deliveries);
    }
  }

  #mayClaim(): boolean {
    return this.#isStale && this.#free > 0 && !isEnding() && Date.now() <= this.#deadline;
  }

  async #claim(): Promise<Claimed> {
    const batch = this.#free;
    this.#isStale = false;
    const claimed = await callProcedure<Claimed>('claim_mails', { batch, per_second: this.#perSecond });
    this.#free -= claimed.orders.length;
    this.#isStale ||= claimed.orders.length === batch || claimed.wait_ms > 0;
    return claimed;
  }

  /** Waits in short steps, so that an ending is noticed. */
  async #pass(milliseconds: number): Promise<void> {
    const over = Date.now() + milliseconds;
    while (Date.now() < over && !isEnding()) {
      const step = Math.min(250, over - Date.now());
      await new Promise((resolve) => setTimeout(resolve, step));
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
