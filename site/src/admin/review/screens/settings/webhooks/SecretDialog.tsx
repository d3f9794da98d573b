import { useRef } from 'react';
import { Button } from '../../../../../ui/Button.tsx';
import { Field } from '../../../../../ui/form/Field.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { useWords } from '../../../kernel/words.tsx';
import styles from './Webhooks.module.css';

/** Shows a secret once. Only its button closes the dialog. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { webhooks: words } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      showToast({ title: words.copied });
    } catch {
      showToast({ title: words.copyByHand });
    }
  };
  return (
    <Modal title={words.secretTitle} isFirm onClose={onClose}>
      <p>{words.secretText}</p>
      <Field ref={field} label={words.secret} readOnly value={secret} className={styles['secret']} />
      <div className="cluster gap-3">
        <Button look="solid" onClick={() => void copy()}>
          {words.copy}
        </Button>
        <Button onClick={onClose}>{words.secretKept}</Button>
      </div>
    </Modal>
  );
}
