import { Button } from '../../../../ui/Button.tsx';
import { useWords } from '../words.tsx';
import { Modal } from '../dialogs/Modal.tsx';
import { Versions } from './Versions.tsx';
import styles from './EditConflict.module.css';

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
      <Versions theirs={theirs} yours={yours} />
      <div className={styles['actions']}>
        <Button look="solid" onClick={onAnyway}>
          {anyway}
        </Button>
        <Button onClick={onKeep}>{move.keepTheirs}</Button>
      </div>
    </Modal>
  );
}
