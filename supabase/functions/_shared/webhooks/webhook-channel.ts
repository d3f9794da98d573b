import { WEBHOOK_TEST } from '../contract/webhooks.ts';
import { siteUrl } from '../environment.ts';
import type { Channel, Outcome } from '../outbox/message-delivery.ts';
import { checkedUrl } from './checked-url.ts';
import { reasonOf } from './delivery-error.ts';
import { composeMessage, type Message } from './message.ts';
import type { WebhookOrder } from './webhook-order.ts';

/** Posts a message and returns the status. Rejects when there is none before `signal` aborts. */
export type Post = (url: URL, message: Message, signal: AbortSignal) => Promise<number>;

/** An address has so long for all of its answer, its name's resolution included. */
const TIMEOUT_MS = 10_000;

/** Returns the channel of webhooks. The database gives at most five messages for one address. */
export const webhookChannel = (post: Post): Channel<WebhookOrder> => ({
  name: 'webhook',
  places: 20,
  perSecond: null,
  send: (order) => sendMessage(post, order),
});

/** A test is tried once, and nothing more is sent after an answer of 410. */
async function sendMessage(post: Post, order: WebhookOrder): Promise<Outcome> {
  const began = performance.now();
  const { status, error } = await tryOnce(post, order);
  return {
    id: order.id,
    status,
    duration_ms: Math.round(performance.now() - began),
    ...(error === null ? {} : { failure: error, final: status === 410 || order.event === WEBHOOK_TEST }),
  };
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
