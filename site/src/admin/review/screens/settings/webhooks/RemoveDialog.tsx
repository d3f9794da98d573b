import { Button } from '../../../../../ui/Button.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { useWords } from '../../../kernel/words.tsx';
import type { Webhook } from './shapes.ts';
import { useWebhookSave } from './use-webhooks.ts';

/** Asks before an address is taken away. */
export function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { cancel, webhooks: words } = useWords();
  const { save } = useWebhookSave(
    () => call('review_webhook_remove', { webhook_id: webhook.id }),
    () => showToast({ title: words.removed }),
  );
  return (
    <Modal title={words.removeTitle} onClose={onClose}>
      <p className="text-md strong breaks">{webhook.url}</p>
      <p>{words.removeText}</p>
      <div className="cluster gap-3">
        <Button look="solid" onClick={() => void save().then(onClose)}>
          {words.remove}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </Modal>
  );
}
