import { useState } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { useBounce } from './conversation/Bounce.tsx';
import EraseDialog from './EraseDialog.tsx';
import { DataRequest } from './DataRequest.tsx';

const LABEL = 'More to do with this application';

/** Rare actions of an application, such as marking its address, answering a request about its data and erasing it. */
export function More({ row, onErased }: { row: Row; onErased: () => void }) {
  const { isOwner, mayReview } = useMe();
  const [dialog, setDialog] = useState<'data' | 'erase' | null>(null);
  const { set } = useBounce(row.id);
  const actions = [
    !row.email_bounced_at && { label: 'Mark as bounced', run: () => void set(true) },
    isOwner && { label: 'Data request…', run: () => setDialog('data') },
    isOwner && { label: 'Erase…', isDanger: true, run: () => setDialog('erase') },
  ].filter((action) => !!action);
  const close = () => setDialog(null);
  if (!mayReview || actions.length === 0) return null;
  return (
    <>
      <Popover label={LABEL} button="More" buttonLabel={LABEL}>
        {(closeMenu) =>
          actions.map(({ label, isDanger = false, run }) => (
            <button
              key={label}
              type="button"
              className={`item w-full button-reset ${isDanger ? 'text-danger' : ''}`}
              onClick={() => {
                closeMenu();
                run();
              }}
            >
              {label}
            </button>
          ))
        }
      </Popover>
      {dialog === 'data' && <DataRequest row={row} onClose={close} />}
      {dialog === 'erase' && <EraseDialog row={row} onErased={onErased} onClose={close} />}
    </>
  );
}
