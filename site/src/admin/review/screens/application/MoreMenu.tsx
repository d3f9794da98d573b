import { useId, useRef, type ReactNode } from 'react';
import styles from './MoreMenu.module.css';

/** Rare or irreversible actions behind "More". A press on one closes the menu. */
export function MoreMenu({ children }: { children: ReactNode }) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  return (
    <span className={styles['more']}>
      <button
        type="button"
        className={`bare ${styles['trigger']}`}
        aria-label="More to do with this application"
        popoverTarget={id}
      >
        More
      </button>
      {/* Its buttons are what keys and pointers press; a press that comes up from one closes it. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions */}
      <div
        ref={list}
        id={id}
        popover="auto"
        className={`floating ${styles['list']}`}
        onClick={() => list.current?.hidePopover()}
      >
        {children}
      </div>
    </span>
  );
}

interface ItemProps {
  /** It takes away for good. */
  isDanger?: boolean;
  onClick: () => void;
  children: ReactNode;
}

export function MoreItem({ isDanger = false, onClick, children }: ItemProps) {
  return (
    <button
      type="button"
      className={`full bare text-sm ${styles['item']}`}
      data-danger={isDanger || undefined}
      onClick={onClick}
    >
      {children}
    </button>
  );
}
