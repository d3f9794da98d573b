/** The events of webhooks. The CHECK of private.webhooks has the same. */
export const webhookEvents = [
  'application.received',
  'application.confirmed',
  'application.moved',
  'application.withdrawn',
  'application.erased',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The event of an owner's test message. */
export const WEBHOOK_TEST = 'webhook.test';

/** `webhook` is a message by Standard Webhooks, `slack` a text for one of Slack's incoming webhooks. */
export const webhookKinds = ['webhook', 'slack'] as const;
export type WebhookKind = (typeof webhookKinds)[number];
