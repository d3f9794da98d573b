import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { type Delivery, logAnswer, webhooksAnswer } from './shapes.ts';

/** The interval of reloading a log while something in it is pending. */
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

/** Saves something about webhooks as `useReviewSave` does, and reads again what it may have changed. */
export function useWebhookSave<Values = void, Answer = unknown>(
  send: (values: Values) => Promise<Answer>,
  done: (answer: Answer) => unknown = () => {},
) {
  const client = useQueryClient();
  const settled = () => client.invalidateQueries({ queryKey: ['webhooks'] });
  return useReviewSave({ send, done, settled });
}
