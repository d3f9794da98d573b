import { useState, useId, useRef, type ReactNode } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { useBounce } from './conversation/Bounce.tsx';
import { DataRequest } from './data-request/DataRequest.tsx';
import styles from './MoreMenu.module.css';

/** Rare actions of an application, such as marking its address and answering a request about its data. */
export function More({ row, onErased }: { row: Row; onErased: () => void }) {
  const { isOwner, mayReview } = useMe();
  const [isAsked, setAsked] = useState(false);
  const { set } = useBounce(row.id);
  if (!mayReview) return null;
  return (
    <>
      <MoreMenu>
        {!row.email_bounced_at && <MoreItem onClick={() => void set(true)}>Mark as bounced</MoreItem>}
        {isOwner && (
          <MoreItem isDanger onClick={() => setAsked(true)}>
            Data request…
          </MoreItem>
        )}
      </MoreMenu>
      {isAsked && <DataRequest row={row} onErased={onErased} onClose={() => setAsked(false)} />}
    </>
  );
}

/** Rare or irreversible actions behind "More". A press on one closes the menu. */
function MoreMenu({ children }: { children: ReactNode }) {
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

function MoreItem({ isDanger = false, onClick, children }: ItemProps) {
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
