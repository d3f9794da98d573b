import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toast/show.ts';
import { call } from '../data/call.ts';
import type { Row } from '../data/shapes.ts';
import { useRefresh, useReport } from '../data/use-report.ts';
import { useMe } from '../me.tsx';
import { Modal } from '../dialogs/Modal.tsx';
import { fill, useWords } from '../words.tsx';
import styles from './ApplicationPanel.module.css';

/** Deleting for good what an applicant asks to have deleted; owners only, and asked twice. */
export function RemoveApplication({ row, onRemoved }: { row: Row; onRemoved: () => void }) {
  const { application, cancel } = useWords();
  const { isOwner } = useMe();
  const [isAsking, setAsking] = useState(false);
  const [report, refresh] = [useReport(), useRefresh()];
  if (!isOwner) return null;
  const remove = async () => {
    try {
      await call('review_delete', { application_id: row.id });
      showToast({ title: application.removed });
      onRemoved();
    } catch (cause) {
      report(cause);
    }
    setAsking(false);
    await refresh();
  };
  return (
    <div>
      <Button look="text" onClick={() => setAsking(true)}>
        {application.remove}
      </Button>
      {isAsking && (
        <Modal title={fill(application.removeTitle, { name: row.name })} onClose={() => setAsking(false)}>
          <p>{application.removeText}</p>
          <div className={styles['actions']}>
            <Button look="solid" onClick={() => void remove()}>
              {application.remove}
            </Button>
            <Button onClick={() => setAsking(false)}>{cancel}</Button>
          </div>
        </Modal>
      )}
    </div>
  );
}
