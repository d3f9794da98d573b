import { Button } from '../../../../ui/Button.tsx';
import { useWords } from '../words.tsx';
import { Modal } from '../dialogs/Modal.tsx';
import { Conflict } from './Conflict.tsx';

interface Props {
  theirs: string;
  yours: string;
  /** The label for choosing the own version. */
  anyway: string;
  onAnyway: () => void;
  onKeep: () => void;
}

/** Both versions after a concurrent change, with a choice. Nothing was overwritten. */
export function EditConflict({ theirs, yours, anyway, onAnyway, onKeep }: Props) {
  const { move } = useWords();
  return (
    <Modal title={move.conflict} onClose={onKeep}>
      <Conflict theirs={theirs} yours={yours}>
        <Button look="solid" onClick={onAnyway}>
          {anyway}
        </Button>
        <Button onClick={onKeep}>{move.keepTheirs}</Button>
      </Conflict>
    </Modal>
  );
}
