import { useState } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { useBounce } from './conversation/Bounce.tsx';
import { DataRequest } from './data-request/DataRequest.tsx';
import { MoreItem, MoreMenu } from './MoreMenu.tsx';

interface Props {
  row: Row;
  onErased: () => void;
}

/** Rare actions of an application, such as marking its address and answering a request about its data. */
export function More({ row, onErased }: Props) {
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
