import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import type { Webhook } from './shapes.ts';
import { useWebhookSave } from './use-webhooks.ts';
import { WebhookForm, type Wishes } from './WebhookForm.tsx';

/** Changes the events of an address. The address itself stays, because its secret belongs to it. */
export function ChangeDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const change = useWebhookSave(
    ({ events, includes_person }: Wishes) => {
      const paused = webhook.state !== 'active';
      return call('review_webhook_change', { webhook_id: webhook.id, events, includes_person, paused });
    },
    () => {
      showToast({ title: 'The address was changed' });
      onClose();
    },
  );
  return (
    <Modal title="Change what it is told" onClose={onClose}>
      <WebhookForm webhook={webhook} submit="Save" saving={change} />
    </Modal>
  );
}
