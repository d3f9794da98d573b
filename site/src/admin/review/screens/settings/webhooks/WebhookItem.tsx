import { useState } from 'react';
import { webhookEvents } from '../../../../../../../supabase/functions/_shared/contract/webhooks.ts';
import { Button } from '../../../../../ui/Button.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { When } from '../../../kernel/format/time.tsx';
import { fill, useWords } from '../../../kernel/words.tsx';
import { ChangeDialog } from './ChangeDialog.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { RemoveDialog } from './RemoveDialog.tsx';
import { RotateDialog } from './RotateDialog.tsx';
import type { Webhook } from './shapes.ts';
import { useWebhookSave } from './use-webhooks.ts';
import styles from './Webhooks.module.css';

interface Props {
  webhook: Webhook;
  onSecret: (secret: string) => void;
}

type Opened = 'log' | 'change' | 'rotate' | 'remove' | null;

/** One address with its events, its state and its actions. */
export function WebhookItem({ webhook, onSecret }: Props) {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <article className={styles['item']} aria-label={webhook.url}>
      <h4 className="text-md strong breaks">{webhook.url}</h4>
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
  const { webhooks: words } = useWords();
  const { kind, events, includes_person: includesPerson, state } = webhook;
  const told = webhookEvents
    .filter((event) => events.includes(event))
    .map((event) => words.eventNames[event])
    .join(', ');
  return (
    <>
      <p className="text-sm soft">
        {[words.kinds[kind], told, includesPerson && words.withPerson].filter(Boolean).join(' · ')}
      </p>
      {state === 'paused' && <p className={styles['trouble']}>{words.paused}</p>}
      {state === 'gone' && <p className={styles['trouble']}>{words.gone}</p>}
      {state === 'active' && webhook.failing_since && (
        <p className={styles['trouble']}>
          {words.failing} <When at={webhook.failing_since} />
        </p>
      )}
      {webhook.former_secret_until && (
        <p className="text-sm soft">
          {words.formerSecret} <When at={webhook.former_secret_until} />
        </p>
      )}
    </>
  );
}

function Actions({ webhook, onOpen }: { webhook: Webhook; onOpen: (opened: Opened) => void }) {
  const { webhooks: words } = useWords();
  const { id, url, events, includes_person, state } = webhook;
  const { save: test } = useWebhookSave(
    () => call('review_webhook_test', { webhook_id: id }),
    () => showToast({ title: words.tested }),
  );
  const { save: pause } = useWebhookSave((paused: boolean) =>
    call('review_webhook_change', { webhook_id: id, events, includes_person, paused }),
  );
  const buttons: readonly (readonly [string, () => unknown])[] = [
    [words.test, test],
    [words.log, () => onOpen('log')],
    [words.change, () => onOpen('change')],
    ...(webhook.kind === 'webhook' ? ([[words.rotate, () => onOpen('rotate')]] as const) : []),
    state === 'active' ? [words.pause, () => pause(true)] : [words.resume, () => pause(false)],
    [words.remove, () => onOpen('remove')],
  ];
  return (
    <div className="cluster gap-2-4">
      {buttons.map(([action, run]) => (
        <Button
          key={action}
          look="text"
          aria-label={fill(words.actionOn, { action, url })}
          onClick={() => void run()}
        >
          {action}
        </Button>
      ))}
    </div>
  );
}
