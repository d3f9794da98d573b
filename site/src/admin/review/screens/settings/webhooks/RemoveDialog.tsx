import { Button } from '../../../../../ui/Button.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import type { Webhook } from './shapes.ts';
import { useWebhookSave } from './use-webhooks.ts';

/** Asks before an address is taken away. */
export function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { save } = useWebhookSave(
    () => call('review_webhook_remove', { webhook_id: webhook.id }),
    () => showToast({ title: 'The address was removed' }),
  );
  return (
    <Modal title="Remove this address?" onClose={onClose}>
      <p className="text-md strong breaks">{webhook.url}</p>
      <p>It is told nothing more, and its log goes.</p>
      <div className="cluster gap-3">
        <Button look="solid" onClick={() => void save().then(onClose)}>
          Remove
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Modal>
  );
}
