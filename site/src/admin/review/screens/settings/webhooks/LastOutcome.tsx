import { When } from '../../../kernel/format/time.tsx';
import type { Webhook } from './use-webhooks.ts';

const REFUSED = /^Refused: (.)/;

/** Shows how the last message went, with the reason if it did not arrive. */
export function LastOutcome({ last }: { last: NonNullable<Webhook['last']> }) {
  const { tried_at: at, response_status: status, error } = last;
  if (error === null)
    return (
      <p className="text-sm soft">
        <span>{status === null ? 'Last: arrived, ' : `Last: arrived (${status}), `}</span>
        <When at={at} />
      </p>
    );
  return (
    <p className="trouble">
      <span>{REFUSED.test(error) ? 'Last: refused, ' : 'Last: failed, '}</span>
      <When at={at} />
      <span>{`. ${error.replace(REFUSED, (_all, first: string) => first.toUpperCase())}`}</span>
    </p>
  );
}
