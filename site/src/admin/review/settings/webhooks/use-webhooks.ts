import { useCallback } from 'react';
import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../data/call.ts';
import { useReport } from '../../data/use-report.ts';
import { type Delivery, logAnswer, webhooksAnswer } from './shapes.ts';

/** How often a log is read again while something in it is about to change. */
const LOOK_MS = 1_500;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: () => call('review_webhooks', {}, webhooksAnswer),
});

export const logQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', 'log', webhookId],
    queryFn: () => call('review_webhook_log', { webhook_id: webhookId }, logAnswer),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? LOOK_MS : false),
    staleTime: 0,
  });

const isUnderWay = ({ state }: Delivery) => state === 'due' || state === 'sending';

/** Does something about webhooks and asks again for what it changed; answers whether it was done, and says when not. */
export function useWebhookDeed() {
  const client = useQueryClient();
  const report = useReport();
  return useCallback(
    async (deed: () => Promise<unknown>): Promise<boolean> => {
      let isDone = true;
      try {
        await deed();
      } catch (cause) {
        isDone = false;
        report(cause);
      }
      await client.invalidateQueries({ queryKey: ['webhooks'] });
      return isDone;
    },
    [client, report],
  );
}
