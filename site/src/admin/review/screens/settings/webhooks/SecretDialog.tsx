import { useRef } from 'react';
import { Button } from '../../../../../ui/Button.tsx';
import { Field } from '../../../../../ui/form/Field.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import styles from './Webhooks.module.css';

/** Shows a secret once. Only its button closes the dialog. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(secret);
      showToast({ title: 'Copied' });
    } catch {
      showToast({ title: 'Copy the marked text' });
    }
  };
  return (
    <Modal title="The signing secret" isFirm onClose={onClose}>
      <p>Give it to the program at this address. It is shown this once; if it is lost, make a new one.</p>
      <Field ref={field} label="Secret" readOnly value={secret} className={styles['secret']} />
      <div className="cluster gap-3">
        <Button look="solid" onClick={() => void copy()}>
          Copy
        </Button>
        <Button onClick={onClose}>I have kept it</Button>
      </div>
    </Modal>
  );
}
