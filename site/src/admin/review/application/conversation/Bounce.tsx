import { useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { useUndoable } from '../../commands/use-undoable.ts';
import { call } from '../../data/call.ts';
import type { Row } from '../../data/shapes/row.ts';
import { useRefresh, useReport } from '../../data/use-report.ts';
import { useNow } from '../../format/now.ts';
import { sayWhen } from '../../format/time.tsx';
import { useMe } from '../../me.tsx';
import { fill, useWords } from '../../words.tsx';
import styles from './Conversation.module.css';

/** Says that mails do not reach the address, or takes that back. */
export function useBounce(id: string) {
  const { bounce } = useWords();
  const [isSaving, setSaving] = useState(false);
  const [report, refresh] = [useReport(), useRefresh()];
  const undoable = useUndoable();
  const set = async (isMarked: boolean): Promise<void> => {
    if (isSaving) return;
    setSaving(true);
    try {
      await call(isMarked ? 'review_bounce_mark' : 'review_bounce_clear', { application_id: id });
      const action = isMarked ? undoable(() => set(false)) : undefined;
      showToast(action ? { title: bounce.marked, action } : { title: bounce.cleared });
    } catch (cause) {
      report(cause);
    }
    setSaving(false);
    await refresh();
  };
  return { isSaving, set };
}

/** Since when mails do not reach the address, and the press that says they do. */
export function Bounce({ row: { id, email_bounced_at: since } }: { row: Row }) {
  const { bounce } = useWords();
  const { mayReview } = useMe();
  const now = useNow();
  const { isSaving, set } = useBounce(id);
  if (!since) return null;
  return (
    <div>
      <p className={styles['warning']}>{fill(bounce.since, { when: sayWhen(since, now) })}</p>
      {mayReview && (
        <Button look="text" aria-disabled={isSaving || undefined} onClick={() => void set(false)}>
          {bounce.clear}
        </Button>
      )}
    </div>
  );
}
