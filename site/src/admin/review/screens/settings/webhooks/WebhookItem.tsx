import { useState } from 'react';
import { webhookEvents } from '@solostead/contract/webhooks';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { When } from '../../../kernel/format/time.tsx';
import { phrase } from '../../../kernel/words.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import {
  eventNames,
  kindNames,
  type Webhook,
  type WebhookSettings,
  secretAnswer,
  useWebhookSave,
} from './use-webhooks.ts';
import { useWebhookTest } from './use-webhook-test.ts';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { WebhookForm } from './WebhookForm.tsx';
import styles from './Webhooks.module.css';

interface Props {
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

type Opened = 'log' | 'change' | 'rotate' | 'remove' | null;

export function WebhookItem({ webhook, onSecret }: Props) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <article className={`stack gap-1 ${styles['item']}`} aria-label={webhook.url}>
      <h4 className="text-md font-semibold wrap-anywhere">{webhook.url}</h4>
      <Facts webhook={webhook} />
      <Actions webhook={webhook} onOpen={setOpened} />
      {opened === 'log' && <DeliveryLog webhook={webhook} onClose={close} />}
      {opened === 'change' && <ChangeDialog webhook={webhook} onClose={close} />}
      {opened === 'rotate' && <RotateDialog webhook={webhook} onSecret={onSecret} onClose={close} />}
      {opened === 'remove' && <RemoveDialog webhook={webhook} onClose={close} />}
    </article>
  );
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { kind, events, includes_person: includesPerson, state } = webhook;
  const subscribed = webhookEvents
    .filter((event) => events.includes(event))
    .map((event) => eventNames[event])
    .join(', ');
  return (
    <>
      <p className="text-sm text-ink-soft">
        {[kindNames[kind], subscribed, includesPerson && 'with name, email and profile']
          .filter(Boolean)
          .join(' · ')}
      </p>
      {state === 'paused' && <p className="trouble">Paused. Events during the pause are not sent later.</p>}
      {state === 'gone' && (
        <p className="trouble">Switched off because the address answered that it is gone for good (410).</p>
      )}
      {state === 'active' && webhook.failing_since && (
        <p className="trouble">
          Messages were given up. None has arrived since then: <When at={webhook.failing_since} />
        </p>
      )}
      {webhook.last && <LastOutcome last={webhook.last} />}
      {webhook.former_secret_until && (
        <p className="text-sm text-ink-soft">
          The previous secret is also valid. It ends <When at={webhook.former_secret_until} />
        </p>
      )}
    </>
  );
}

function Actions({ webhook, onOpen }: { webhook: Webhook; onOpen: (opened: Opened) => void }) {
  const { id, url, state } = webhook;
  const { save: test, isSaving: isTesting } = useWebhookTest(id);
  const { save: pause } = useWebhookSave((paused: boolean) =>
    call('review_webhook_change', { webhook_id: id, paused }),
  );
  const buttons: readonly (readonly [string, () => unknown])[] = [
    [isTesting ? 'Sending a test…' : 'Send a test', test],
    ['Log', () => onOpen('log')],
    ['Edit', () => onOpen('change')],
    ...(webhook.kind === 'webhook' ? ([['New secret', () => onOpen('rotate')]] as const) : []),
    state === 'active' ? ['Pause', () => pause(true)] : ['Switch on', () => pause(false)],
    ['Remove', () => onOpen('remove')],
  ];
  return (
    <div className="cluster gap-x-4 gap-y-2">
      {buttons.map(([action, run], place) => (
        // Pause and Switch on are one button, which keeps the focus, and so is a test that is being sent.
        <Button key={place} look="text" aria-label={phrase`${action}: ${url}`} onClick={() => void run()}>
          {action}
        </Button>
      ))}
    </div>
  );
}

/** Changes the events of an address. The address itself stays, because its secret belongs to it. */
function ChangeDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const change = useWebhookSave(
    ({ events, includes_person }: WebhookSettings) =>
      call('review_webhook_change', { webhook_id: webhook.id, events, includes_person }),
    () => {
      showToast({ title: 'The address was changed' });
      onClose();
    },
  );
  return (
    <Modal title="Edit this address" onClose={onClose}>
      <WebhookForm webhook={webhook} submit="Save" saving={change} />
    </Modal>
  );
}

function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { save } = useWebhookSave(
    () => call('review_webhook_remove', { webhook_id: webhook.id }),
    () => showToast({ title: 'The address was removed' }),
  );
  return (
    <ConfirmDialog title="Remove this address?" label="Remove" onConfirm={save} onClose={onClose}>
      <p className="text-md font-semibold wrap-anywhere">{webhook.url}</p>
      <p>It stops receiving events, and its log is deleted.</p>
    </ConfirmDialog>
  );
}

function RotateDialog({ webhook, onSecret, onClose }: Props & { onClose: () => void }) {
  const { save } = useWebhookSave(
    () => call('review_webhook_secret_rotate', { webhook_id: webhook.id }, secretAnswer),
    ({ secret }) => secret && onSecret(secret),
  );
  return (
    <ConfirmDialog title="Make a new secret?" label="Make a new secret" onConfirm={save} onClose={onClose}>
      <p>Messages are signed with both for 24 hours, then with the new one alone.</p>
    </ConfirmDialog>
  );
}

const REFUSED = /^Refused: (.)/;

/** Shows how the last message went, with the reason if it did not arrive. */
function LastOutcome({ last }: { last: NonNullable<Webhook['last']> }) {
  const { tried_at: at, response_status: status, error } = last;
  if (error === null)
    return (
      <p className="text-sm text-ink-soft">
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
