import { Webhook } from 'standardwebhooks';
import { slackText } from './slack-text.ts';
import type { WebhookOrder } from './webhook-order.ts';

/** No more of an answer to a message is read. */
export const MAX_ANSWER_BYTES = 65_536;

/** The posted message. */
export interface Message {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Composes the message of one try at `now`. `siteUrl` is the origin of its link. */
export function composeMessage(order: WebhookOrder, siteUrl: string, now: Date): Message {
  const reviewUrl = reviewLink(order, siteUrl);
  const common = { 'content-type': 'application/json', 'user-agent': 'Solostead-Webhooks' };
  if (order.kind === 'slack')
    return { headers: common, body: JSON.stringify({ text: slackText(order, reviewUrl) }) };
  const id = `msg_${order.id}`;
  const body = JSON.stringify({
    type: order.event,
    timestamp: new Date(order.occurred_at).toISOString(),
    data: {
      application_id: order.application_id,
      status: order.status,
      previous_status: order.previous_status,
      review_url: reviewUrl,
      ...order.person,
    },
  });
  return {
    headers: {
      ...common,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': order.secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
    },
    body,
  };
}

/** Returns the application's address in the review, if there is something to see. */
function reviewLink({ application_id: id, event }: WebhookOrder, siteUrl: string): string | undefined {
  return id === undefined || event === 'application.erased' ? undefined : `${siteUrl}/admin?open=${id}`;
}
