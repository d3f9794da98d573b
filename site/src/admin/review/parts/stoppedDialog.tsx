import { StoppedWords } from '../../../ui/part/PartBoundary.tsx';
import type { Stopped } from '../../../ui/part/PartBoundary.tsx';
import { useWords } from '../words.tsx';
import { Modal } from './Modal.tsx';
import styles from './Trouble.module.css';

interface Closing {
  readonly onClose: () => void;
}

/** In the place of a dialog whose script did not arrive: a dialog that says so (lazyPart). */
export const stoppedDialog = (stopped: Stopped, { onClose }: Closing) => (
  <StoppedDialog {...stopped} onClose={onClose} />
);

function StoppedDialog({ onClose, ...stopped }: Stopped & Closing) {
  const { title } = useWords().troubles.failed;
  return (
    <Modal title={title} onClose={onClose}>
      <div className={styles['trouble']} role="alert">
        <StoppedWords {...stopped} />
      </div>
    </Modal>
  );
}
