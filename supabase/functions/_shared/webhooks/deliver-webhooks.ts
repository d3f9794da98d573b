import { isEnding } from '../background.ts';
import { callProcedure } from '../call-procedure.ts';
import { siteUrl } from '../environment.ts';
import { checkedUrl } from './checked-url.ts';
import { reasonOf } from './delivery-error.ts';
import { composeMessage, type Message } from './message.ts';
import type { WebhookOrder } from './webhook-order.ts';

/** Posts a message and returns the status. Rejects when there is none before `signal` aborts. */
export type Post = (url: URL, message: Message, signal: AbortSignal) => Promise<number>;

interface Delivered {
  delivered: number;
  failed: number;
  /** True if more messages may be due. */
  more: boolean;
}

/** The number of messages one call sends at a time. The database gives at most five for one address. */
const MAX_CONCURRENT = 20;
/** The interval of checks for due messages while a call waits for answers. */
const LOOK_MS = 1_000;
/** An address has so long for all of its answer, its name's resolution included. */
const TIMEOUT_MS = 10_000;

/** Delivers the queue. Resolves when all started messages ended. Starts none after `deadline` (of `Date.now()`). */
export async function deliverWebhooks(post: Post, deadline: number): Promise<Delivered> {
  const result: Delivered = { delivered: 0, failed: 0, more: false };
  const inProgress = new Set<Promise<unknown>>();
  const start = (order: WebhookOrder) => {
    const delivery = deliver(post, order)
      .then((arrived) => (result[arrived ? 'delivered' : 'failed'] += 1))
      .catch((error: unknown) => console.error(`delivery not recorded: ${String(error)}`))
      .finally(() => inProgress.delete(delivery));
    inProgress.add(delivery);
  };
  try {
    while (!isEnding() && Date.now() < deadline) {
      const free = MAX_CONCURRENT - inProgress.size;
      const orders =
        free > 0 ? await callProcedure<WebhookOrder[]>('claim_webhook_deliveries', { batch: free }) : [];
      orders.forEach(start);
      result.more = orders.length === free;
      if (inProgress.size === 0) break;
      await firstOr(inProgress, LOOK_MS);
    }
  } finally {
    await Promise.all(inProgress);
  }
  return result;
}

/** Sends one claimed message and records the result. Returns true if it arrived. */
async function deliver(post: Post, order: WebhookOrder): Promise<boolean> {
  const began = performance.now();
  const outcome = await tryOnce(post, order);
  await callProcedure('finish_webhook_delivery', {
    delivery_id: order.id,
    attempt: order.attempt,
    response_status: outcome.status,
    duration_ms: Math.round(performance.now() - began),
    error: outcome.error,
  });
  return outcome.error === null;
}

async function tryOnce(post: Post, order: WebhookOrder) {
  try {
    const message = composeMessage(order, siteUrl(), new Date());
    const status = await post(checkedUrl(order.url), message, AbortSignal.timeout(TIMEOUT_MS));
    if (status >= 200 && status < 300) return { status, error: null };
    const isRedirect = status >= 300 && status < 400;
    const error = isRedirect ? 'It redirects, and redirects are not followed.' : `It answered ${status}.`;
    return { status, error };
  } catch (error) {
    return { status: null, error: reasonOf(error) };
  }
}

async function firstOr(inProgress: ReadonlySet<Promise<unknown>>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const pause = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  await Promise.race([...inProgress, pause]);
  clearTimeout(timer);
}
