import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import * as z from 'zod/mini';
import { TIMEOUT_MS } from '#supabase/connection.ts';
import { memberFunctions } from '#supabase/member-functions.ts';
import { ReviewError } from '../../../kernel/data/review-error.ts';
import { WEBHOOK_TEST, type WebhookEvent, webhookEvents, webhookKinds } from '@solostead/contract/webhooks';

export const kindNames = { webhook: 'Webhook', slack: 'Slack' } as const;

export const eventNames = {
  'application.received': 'Received',
  'application.confirmed': 'Confirmed',
  'application.moved': 'Moved',
  'application.withdrawn': 'Withdrawn',
  'application.erased': 'Erased',
  'webhook.test': 'Test',
} as const satisfies Record<WebhookEvent | typeof WEBHOOK_TEST, string>;

/** The answers of the webhook functions. Times are ISO 8601. */
const webhooksAnswer = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(webhookKinds),
    url: z.string(),
    events: z.array(z.enum(webhookEvents)),
    includes_person: z.boolean(),
    state: z.enum(['active', 'paused', 'gone']),
    failing_since: z.nullable(z.string()),
    former_secret_until: z.nullable(z.string()),
    last: z.nullable(
      z.object({
        state: z.enum(['due', 'delivered', 'failed']),
        tried_at: z.string(),
        response_status: z.nullable(z.number()),
        error: z.nullable(z.string()),
      }),
    ),
  }),
);
export type Webhook = z.output<typeof webhooksAnswer>[number];

/** An owner's settings of an address, with the names of review_webhook_add. */
export type WebhookSettings = Pick<Webhook, 'kind' | 'url' | 'events' | 'includes_person'>;

export const secretAnswer = z.object({ secret: z.nullable(z.string()) });

const logAnswer = z.array(
  z.object({
    id: z.string(),
    event: z.enum([...webhookEvents, WEBHOOK_TEST]),
    occurred_at: z.string(),
    state: z.enum(['due', 'sending', 'delivered', 'failed']),
    attempts: z.number(),
    next_at: z.nullable(z.string()),
    duration_ms: z.nullable(z.number()),
    response_status: z.nullable(z.number()),
    error: z.nullable(z.string()),
  }),
);
export type Delivery = z.output<typeof logAnswer>[number];

/** The interval of reloading a log while something in it is pending. */
export const LOOK_MS = 1_500;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: () => call('review_webhooks', {}, webhooksAnswer),
});

export const logQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'log', webhookId],
    queryFn: () => call('review_webhook_log', { webhook_id: webhookId }, logAnswer),
    refetchInterval: ({ state }) => (state.data?.some(isInProgress) ? LOOK_MS : false),
    staleTime: 0,
  });

export const isInProgress = ({ state }: Delivery) => state === 'due' || state === 'sending';

/** Saves something about webhooks as `useReviewSave` does, and reads again what it may have changed. */
export function useWebhookSave<Values = void, Answer = unknown>(
  send: (values: Values) => Promise<Answer>,
  done: (answer: Answer) => unknown = () => {},
) {
  const client = useQueryClient();
  const settled = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  return useReviewSave({ send, done, settled });
}

const refusal = z.object({ error: z.string(), field: z.optional(z.literal('url')) });

/** The secret of the added address, or the mistake in what was typed as the address. */
type Added = { readonly secret: string | null } | { readonly mistake: string };

/** Adds an address, which must lead to the open Internet. Rejects with a ReviewError in the server's words. */
export async function addWebhook(settings: WebhookSettings): Promise<Added> {
  const { data, error, response } = await memberFunctions().invoke('add-webhook', {
    body: settings,
    timeout: TIMEOUT_MS,
  });
  if (!error) return z.parse(secretAnswer, data);
  if (!response) throw new ReviewError('offline', String(error));
  const refused = z.safeParse(refusal, await response.json().catch(() => null)).data;
  if (refused?.field === 'url') return { mistake: refused.error };
  throw new ReviewError(response.status < 500 ? 'refused' : 'failed', refused?.error ?? '');
}
