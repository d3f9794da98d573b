import { useState } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { useBounce } from './conversation/Bounce.tsx';
import { DataRequest } from './DataRequest.tsx';

const LABEL = 'More to do with this application';

/** Rare actions of an application, such as marking its address and answering a request about its data. */
export function More({ row, onErased }: { row: Row; onErased: () => void }) {
  const { isOwner, mayReview } = useMe();
  const [isAsked, setAsked] = useState(false);
  const { set } = useBounce(row.id);
  const actions = [
    !row.email_bounced_at && { label: 'Mark as bounced', run: () => void set(true) },
    isOwner && { label: 'Data request…', isDanger: true, run: () => setAsked(true) },
  ].filter((action) => !!action);
  if (!mayReview || actions.length === 0) return null;
  return (
    <>
      <Popover label={LABEL} button="More" buttonLabel={LABEL}>
        {(close) =>
          actions.map(({ label, isDanger = false, run }) => (
            <button
              key={label}
              type="button"
              className={`item full bare ${isDanger ? 'danger' : ''}`}
              onClick={() => {
                close();
                run();
              }}
            >
              {label}
            </button>
          ))
        }
      </Popover>
      {isAsked && <DataRequest row={row} onErased={onErased} onClose={() => setAsked(false)} />}
    </>
  );
}
