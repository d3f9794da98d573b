import { Button } from '../../../../../ui/Button.tsx';
import { call } from '../../../kernel/data/call.ts';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { useWords } from '../../../kernel/words.tsx';
import { secretAnswer, type Webhook } from './shapes.ts';
import { useWebhookSave } from './use-webhooks.ts';

interface Props {
  webhook: Webhook;
  onSecret: (secret: string) => void;
  onClose: () => void;
}

/** Asks before another secret is made. */
export function RotateDialog({ webhook, onSecret, onClose }: Props) {
  const { cancel, webhooks: words } = useWords();
  const { save } = useWebhookSave(
    () => call('review_webhook_rotate', { webhook_id: webhook.id }, secretAnswer),
    ({ secret }) => secret && onSecret(secret),
  );
  return (
    <Modal title={words.rotateTitle} onClose={onClose}>
      <p>{words.rotateText}</p>
      <div className="cluster gap-3">
        <Button look="solid" onClick={() => void save().then(onClose)}>
          {words.rotateDo}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </Modal>
  );
}
