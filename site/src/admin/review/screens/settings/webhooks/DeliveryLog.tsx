import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../../ui/Button.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { sayCount } from '../../../kernel/format/number.ts';
import { When } from '../../../kernel/format/time.tsx';
import { fill, useWords } from '../../../kernel/words.tsx';
import { Loaded } from '../../../kernel/states/Section.tsx';
import type { Delivery, Webhook } from './shapes.ts';
import { logQuery, useWebhookSave } from './use-webhooks.ts';
import styles from './Webhooks.module.css';

/** The last messages to an address and what came of them. */
export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { webhooks: words } = useWords();
  const log = useQuery(logQuery(webhook.id));
  return (
    <Modal title={words.logTitle} width="wide" onClose={onClose}>
      <p className="text-md strong breaks">{webhook.url}</p>
      <p className="text-sm soft">{words.logText}</p>
      <Loaded query={log} lines={4}>
        {(deliveries) =>
          deliveries.length === 0 ? <p>{words.logEmpty}</p> : <LogTable deliveries={deliveries} />
        }
      </Loaded>
    </Modal>
  );
}

function LogTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  const { columns } = useWords().webhooks;
  return (
    <table className={`table ${styles['log']}`}>
      <thead>
        <tr>
          <th scope="col">{columns.event}</th>
          <th scope="col">{columns.when}</th>
          <th scope="col">{columns.outcome}</th>
          <th scope="col">{columns.tries}</th>
          <th scope="col">{columns.time}</th>
          <th scope="col">
            <span className="visually-hidden">{columns.again}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deliveries.map((delivery) => (
          <LogRow key={delivery.id} delivery={delivery} />
        ))}
      </tbody>
    </table>
  );
}

function LogRow({ delivery }: { delivery: Delivery }) {
  const { webhooks: words } = useWords();
  const { columns } = words;
  const { attempts, duration_ms: durationMs } = delivery;
  return (
    <tr>
      <th scope="row">{words.eventNames[delivery.event]}</th>
      <td data-label={columns.when}>
        <When at={delivery.occurred_at} />
      </td>
      <td>
        <Outcome delivery={delivery} />
      </td>
      <td data-label={columns.tries}>{sayCount(attempts)}</td>
      <td data-label={columns.time}>
        {durationMs === null ? '–' : fill(words.milliseconds, { count: sayCount(durationMs) })}
      </td>
      <td>
        <SendAgain delivery={delivery} />
      </td>
    </tr>
  );
}

function Outcome({ delivery }: { delivery: Delivery }) {
  const { webhooks: words } = useWords();
  const { state, response_status: status, error, next_at: nextAt } = delivery;
  return (
    <>
      {words.states[state]}
      {state === 'delivered' && status !== null && ` (${status})`}
      {error && <small>{error}</small>}
      {nextAt && error && (
        <small>
          {words.next} <When at={nextAt} />
        </small>
      )}
    </>
  );
}

function SendAgain({ delivery }: { delivery: Delivery }) {
  const { webhooks: words } = useWords();
  const { save } = useWebhookSave(
    () => call('review_webhook_send_again', { delivery_id: delivery.id }),
    () => showToast({ title: words.sentAgain }),
  );
  if (delivery.state !== 'delivered' && delivery.state !== 'failed') return null;
  const event = words.eventNames[delivery.event];
  return (
    <Button
      look="text"
      aria-label={fill(words.againOf, { event, when: delivery.occurred_at })}
      onClick={() => void save()}
    >
      {words.again}
    </Button>
  );
}
