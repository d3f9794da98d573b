import type { WEBHOOK_TEST, WebhookEvent, WebhookKind } from '../contract/webhooks.ts';
import type { Claimed } from '../outbox/message-delivery.ts';

/** One claimed message, as `private.webhook_content` in the migrations returns it. */
export interface WebhookOrder extends Claimed {
  readonly id: string;
  readonly kind: WebhookKind;
  readonly url: string;
  readonly event: WebhookEvent | typeof WEBHOOK_TEST;
  /** ISO 8601. */
  readonly occurred_at: string;
  readonly application_id?: string;
  readonly status?: string;
  readonly previous_status?: string;
  /** Present if the owner chose so and the application still exists. */
  readonly person?: { readonly name: string; readonly email: string; readonly linkedin?: string };
  /** The current secret first, two for a day after a rotation, none for Slack. */
  readonly secrets: readonly string[];
}
