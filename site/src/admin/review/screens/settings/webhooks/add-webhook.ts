import * as z from 'zod/mini';
import { TIMEOUT_MS } from '#supabase/connection.ts';
import { memberFunctions } from '#supabase/member-functions.ts';
import { ReviewError } from '../../../kernel/data/review-error.ts';
import { secretAnswer, type WebhookSettings } from './use-webhooks.ts';

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
  const said = z.safeParse(refusal, await response.json().catch(() => null)).data;
  if (said?.field === 'url') return { mistake: said.error };
  throw new ReviewError(response.status < 500 ? 'refused' : 'failed', said?.error ?? '');
}
