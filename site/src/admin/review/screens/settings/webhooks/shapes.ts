import {
  WEBHOOK_TEST,
  webhookEvents,
  webhookKinds,
} from '../../../../../../../supabase/functions/_shared/contract/webhooks.ts';
import {
  type Decoded,
  fields,
  flag,
  list,
  nullable,
  number,
  oneOf,
  text,
} from '../../../../../supabase/decode.ts';

/** The answers of the webhook functions. Times are ISO 8601. */

export const webhooksAnswer = list(
  fields({
    id: text,
    kind: oneOf(webhookKinds),
    url: text,
    events: list(oneOf(webhookEvents)),
    includes_person: flag,
    state: oneOf(['active', 'paused', 'gone']),
    failing_since: nullable(text),
    former_secret_until: nullable(text),
  }),
);
export type Webhook = Decoded<typeof webhooksAnswer>[number];

export const secretAnswer = fields({ secret: nullable(text) });

const deliveredEvents = [...webhookEvents, WEBHOOK_TEST] as const;

export const logAnswer = list(
  fields({
    id: text,
    event: oneOf(deliveredEvents),
    occurred_at: text,
    state: oneOf(['due', 'sending', 'delivered', 'failed']),
    attempts: number,
    next_at: nullable(text),
    duration_ms: nullable(number),
    response_status: nullable(number),
    error: nullable(text),
  }),
);
export type Delivery = Decoded<typeof logAnswer>[number];
