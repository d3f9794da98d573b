import { ErrorNotice } from '#ui/lazy/ErrorBoundary.tsx';
import { words } from '../words.ts';
import { Modal } from '../dialogs/Modal.tsx';
import styles from './Placeholder.module.css';

/** A dialog that reports its script's failure (lazyScreen). */
export const errorDialog = (error: Error, { onClose }: { readonly onClose: () => void }) => (
  <Modal title={words.errors.failed.title} onClose={onClose}>
    <div className={`stack gap-3 justify-items-start ${styles['instead']}`} role="alert">
      <ErrorNotice error={error} kept={words.kept} />
    </div>
  </Modal>
);
