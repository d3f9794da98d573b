import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { TableHead } from '../../../kernel/controls/TableHead.tsx';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { formatCount } from '../../../kernel/format/number.ts';
import { When } from '../../../kernel/format/time.tsx';
import { phrase } from '../../../kernel/words.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { type Delivery, eventNames, type Webhook, logQuery, useWebhookSave } from './use-webhooks.ts';
import styles from './Webhooks.module.css';

const stateNames = {
  due: 'Waits',
  sending: 'Is being sent',
  delivered: 'Arrived',
  failed: 'Given up',
} as const;

export function DeliveryLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const log = useQuery(logQuery(webhook.id));
  return (
    <Modal title="Messages sent" width="wide" onClose={onClose}>
      <p className="text-md font-semibold wrap-anywhere">{webhook.url}</p>
      <p className="text-sm text-ink-soft">
        The last 100, newest first. Only the status of each response is stored.
      </p>
      <Loaded query={log} lines={4}>
        {(deliveries) =>
          deliveries.length === 0 ? <p>Nothing was sent yet.</p> : <LogTable deliveries={deliveries} />
        }
      </Loaded>
    </Modal>
  );
}

function LogTable({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <table className={`table ${styles['log']}`}>
      <TableHead columns={['Event', 'When', 'Outcome', 'Tries', 'Time']} hidden="Again" />
      <tbody>
        {deliveries.map((delivery) => (
          <tr key={delivery.id}>
            <th scope="row">{eventNames[delivery.event]}</th>
            <td data-label="When">
              <When at={delivery.occurred_at} />
            </td>
            <td>
              <Outcome delivery={delivery} />
            </td>
            <td data-label="Tries">{formatCount(delivery.attempts)}</td>
            <td data-label="Time">
              {delivery.duration_ms === null ? '–' : phrase`${formatCount(delivery.duration_ms)} ms`}
            </td>
            <td>
              <SendAgain delivery={delivery} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Outcome({ delivery }: { delivery: Delivery }) {
  const { state, response_status: status, error, next_at: nextAt } = delivery;
  return (
    <>
      <span>
        {state === 'delivered' && status !== null ? `${stateNames[state]} (${status})` : stateNames[state]}
      </span>
      {error && <small>{error}</small>}
      {nextAt && error && (
        <small>
          next try <When at={nextAt} />
        </small>
      )}
    </>
  );
}

function SendAgain({ delivery }: { delivery: Delivery }) {
  const { save } = useWebhookSave(
    () => call('review_webhook_resend', { delivery_id: delivery.id }),
    () => showToast({ title: 'It is on its way again' }),
  );
  if (delivery.state !== 'delivered' && delivery.state !== 'failed') return null;
  const event = eventNames[delivery.event];
  return (
    <Button
      look="text"
      aria-label={phrase`Send again: ${event}, ${delivery.occurred_at}`}
      onClick={() => void save()}
    >
      Send again
    </Button>
  );
}
