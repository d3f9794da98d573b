import { Button } from '../../../ui/Button.tsx';
import { useWords } from '../words.tsx';
import { Modal } from '../dialogs/Modal.tsx';
import { Versions } from './Versions.tsx';
import styles from './EditConflict.module.css';

interface Props {
  theirs: string;
  yours: string;
  /** Says what one's own version does when it is chosen. */
  anyway: string;
  onAnyway: () => void;
  onKeep: () => void;
}

/** Someone was quicker: both versions, and a choice. Nothing was overwritten, nothing is lost. */
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
