/** What an address may be told of; the CHECK of private.webhooks has the same. */
export const webhookEvents = [
  'application.received',
  'application.confirmed',
  'application.moved',
  'application.withdrawn',
  'application.erased',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What an owner has sent to see whether an address hears; at no other time. */
export const WEBHOOK_TEST = 'webhook.test';

/** `webhook`: a message by Standard Webhooks; `slack`: a text for one of Slack's incoming webhooks. */
export const webhookKinds = ['webhook', 'slack'] as const;
export type WebhookKind = (typeof webhookKinds)[number];
