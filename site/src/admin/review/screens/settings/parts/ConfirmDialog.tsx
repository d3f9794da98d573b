import { Button } from '#ui/Button.tsx';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import type { Elements } from '#ui/elements.ts';

interface Props {
  title: string;
  /** The label of the button that confirms. */
  label: string;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
  children: Elements;
}

/** Asks before an action that cannot be undone. Closes when the server has answered. */
export function ConfirmDialog({ title, label, onConfirm, onClose, children }: Props) {
  return (
    <Modal title={title} onClose={onClose}>
      {children}
      <div className="cluster gap-3">
        <Button look="solid" onClick={() => void onConfirm().then(onClose)}>
          {label}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Modal>
  );
}
