import { useId } from 'react';
import { Button } from '#ui/Button.tsx';
import { ToastList } from '#ui/toast/ToastList.tsx';
import { useModal } from './use-modal.ts';
import styles from './Modal.module.css';
import type { Elements } from '#ui/elements.ts';

interface Props {
  title: string;
  onClose: () => void;
  /** wide has room for two columns of text. */
  width?: 'narrow' | 'wide';
  /** Escape and clicks outside do not close it, because a decision is needed. */
  isFirm?: boolean;
  children: Elements;
}

/** A modal dialog that is open while it is rendered. Escape, its button and a click outside close it. */
export function Modal({ title, onClose, width = 'narrow', isFirm = false, children }: Props) {
  const titleId = useId();
  const dialog = useModal(onClose);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      className={`floating ${styles['modal']} ${styles[width] ?? ''}`}
      onCancel={(event) => isFirm && event.preventDefault()}
      {...{ closedby: isFirm ? 'none' : 'any' }}
    >
      <div className={`stack gap-4 ${styles['sheet']}`}>
        <header className="row items-baseline justify-between gap-4">
          <h2 id={titleId} className="text-xl wrap-anywhere">
            {title}
          </h2>
          {!isFirm && (
            <Button look="text" className="flex-none" onClick={onClose}>
              Close
            </Button>
          )}
        </header>
        {children}
      </div>
      <ToastList />
    </dialog>
  );
}
