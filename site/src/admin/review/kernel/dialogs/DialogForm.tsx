import type { ComponentProps } from 'react';
import { Button } from '#ui/Button.tsx';
import { SaveForm } from '../../../saving/SaveForm.tsx';
import styles from './Modal.module.css';

type Props = Omit<ComponentProps<typeof SaveForm>, 'look' | 'className' | 'actions'> & {
  onClose: () => void;
};

/** The form of a dialog, with a button that closes it next to the main one. */
export function DialogForm({ onClose, ...props }: Props) {
  return (
    <SaveForm
      savingLabel="Saving…"
      actionsClassName={`row flex-wrap gap-3 ${styles['actions']}`}
      {...props}
      className="stack gap-4"
      look="solid"
      actions={<Button onClick={onClose}>Cancel</Button>}
    />
  );
}
