import type { ReactNode } from 'react';
import { Button } from '#ui/Button.tsx';
import { Modal } from '../dialogs/Modal.tsx';
import { Conflict } from './Conflict.tsx';

interface Props {
  theirs: ReactNode;
  yours: string;
  /** The label for choosing the own version. */
  anyway: string;
  onAnyway: () => void;
  onKeep: () => void;
}

/** Both versions after a concurrent change, with a choice. Nothing was overwritten. */
export function EditConflict({ theirs, yours, anyway, onAnyway, onKeep }: Props) {
  return (
    <Modal title="Someone was quicker" onClose={onKeep}>
      <Conflict theirs={theirs} yours={yours}>
        <Button look="solid" onClick={onAnyway}>
          {anyway}
        </Button>
        <Button onClick={onKeep}>Leave it unchanged</Button>
      </Conflict>
    </Modal>
  );
}
