import { Button } from '../../../../ui/Button.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { call } from '../../data/call.ts';
import { Modal } from '../../dialogs/Modal.tsx';
import { useWords } from '../../words.tsx';
import settings from '../Settings.module.css';
import type { Webhook } from './shapes.ts';
import { useWebhookDeed } from './use-webhooks.ts';
import styles from './Webhooks.module.css';

/** Asks before an address is taken away. */
export function RemoveDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { cancel, webhooks: words } = useWords();
  const perform = useWebhookDeed();
  const remove = async () => {
    if (await perform(() => call('review_webhook_remove', { webhook_id: webhook.id })))
      showToast({ title: words.removed });
    onClose();
  };
  return (
    <Modal title={words.removeTitle} onClose={onClose}>
      <p className={styles['url']}>{webhook.url}</p>
      <p>{words.removeText}</p>
      <div className={settings['actions']}>
        <Button look="solid" onClick={() => void remove()}>
          {words.remove}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
    </Modal>
  );
}
