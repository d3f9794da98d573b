import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { showToast } from '#ui/toast/show.ts';
import type { Toast } from '#ui/toast/toast.ts';
import { call } from '../../../kernel/data/call.ts';
import { type Delivery, isInProgress, logQuery, LOOK_MS, useWebhookSave } from './use-webhooks.ts';

/** The longest wait for an outcome. On Supabase a schedule sends what is due once a minute. */
const PATIENCE_MS = 80_000;

/** Sends a test to an address, waits for its outcome and shows it. */
export function useWebhookTest(webhookId: string) {
  const client = useQueryClient();
  return useWebhookSave(
    async () => {
      const test = await call('review_webhook_test', { webhook_id: webhookId }, z.string());
      return outcomeOf(client, webhookId, test);
    },
    (delivery) => showToast(describe(delivery)),
  );
}

/** Returns the test when it has ended, or undefined when it has not after some time. */
async function outcomeOf(client: QueryClient, webhookId: string, test: string) {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    const log = await client.fetchQuery(logQuery(webhookId));
    const delivery = log.find(({ id }) => id === test);
    if (delivery && !isInProgress(delivery)) return delivery;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
  return undefined;
}

function describe(delivery: Delivery | undefined): Toast {
  if (!delivery) return { title: 'The test is still on its way', text: 'The log will show its outcome.' };
  const { error, response_status: status } = delivery;
  if (error !== null) return { title: 'The test did not arrive', text: error, tone: 'danger' };
  return { title: 'The test arrived', text: `The address answered ${status}.` };
}
