import { Button } from '../../../../../ui/Button.tsx';
import { call } from '../../../kernel/data/call.ts';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { secretAnswer, type Webhook } from './shapes.ts';
import { useWebhookSave } from './use-webhooks.ts';

interface Props {
  webhook: Webhook;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

/** Asks before another secret is made. */
export function RotateDialog({ webhook, onSecret, onClose }: Props) {
  const { save } = useWebhookSave(
    () => call('review_webhook_rotate', { webhook_id: webhook.id }, secretAnswer),
    ({ secret }) => secret && onSecret(secret),
  );
  return (
    <Modal title="Make a new secret?" onClose={onClose}>
      <p>Messages are signed with both for 24 hours, then with the new one alone.</p>
      <div className="cluster gap-3">
        <Button look="solid" onClick={() => void save().then(onClose)}>
          Make a new secret
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Modal>
  );
}
