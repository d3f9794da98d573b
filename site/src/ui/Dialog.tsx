import type { Ref } from 'react';
import { Button } from './Button.tsx';
import styles from './Dialog.module.css';
import type { Elements } from './elements.ts';

interface Props {
  /** The `commandfor` of the buttons that open it. */
  id: string;
  title: string;
  /** Accessible name of the closing button. */
  closeLabel?: string;
  /** wide has room for a figure or two columns of fields. */
  width?: 'narrow' | 'wide';
  ref?: Ref<HTMLDialogElement>;
  onOpen?: () => void;
  /** It has been closed, in whichever way. */
  onClose?: () => void;
  children: Elements;
}

/**
 * A native modal dialog in the page's HTML. It opens by `commandfor`/`command="show-modal"` without script and closes
 * by its button, Escape or a click outside. The browser traps and restores the focus.
 */
export function Dialog({ id, title, closeLabel = 'Close', width = 'narrow', ref, ...props }: Props) {
  const { onOpen, onClose, children } = props;
  const titleId = `${id}-title`;
  return (
    <dialog
      id={id}
      ref={ref}
      aria-labelledby={titleId}
      className={`${styles['dialog']} ${styles[width] ?? ''}`}
      onToggle={({ newState }) => newState === 'open' && onOpen?.()}
      onClose={onClose}
      {...{ closedby: 'any' }}
    >
      <div className={styles['sheet']}>
        <header className={styles['head']}>
          <h2 id={titleId} className={styles['title']}>
            {title}
          </h2>
          <Button
            look="text"
            className={styles['close'] ?? ''}
            aria-label={closeLabel}
            commandfor={id}
            command="close"
          >
            <svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true">
              <path d="M3 3l14 14M17 3L3 17" stroke="currentColor" strokeWidth="1.25" />
            </svg>
          </Button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
