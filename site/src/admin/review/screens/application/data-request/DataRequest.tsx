import { Button } from '../../../../../ui/Button.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { useQueryClient } from '@tanstack/react-query';
import { forgetRecent } from '../../../kernel/data/recent.ts';
import { call } from '../../../kernel/data/call.ts';
import type { Row } from '../../../kernel/data/shapes/row.ts';
import { useRefresh } from '../../../kernel/data/use-report.ts';
import { useReviewSave } from '../../../kernel/data/use-review-save.ts';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { openDestination } from '../../../kernel/data/destination.ts';
import { fill, useWords } from '../../../kernel/words.tsx';
import styles from './DataRequest.module.css';

/** Saves everything that the database holds about the application as one file, named after its number. */
async function download(id: string): Promise<boolean> {
  const everything = await call('review_data_request', { application_id: id });
  const file = await openDestination('json', `application-${id.slice(0, 8)}`);
  if (!file) return false;
  await file.write(`${JSON.stringify(everything, null, 2)}\n`);
  await file.finish();
  return true;
}

interface Props {
  row: Row;
  onErased: () => void;
  onClose: () => void;
}

/** An owner's reply to a request for data or erasure. */
export function DataRequest({ row, onErased, onClose }: Props) {
  const { dataRequest: words } = useWords();
  const client = useQueryClient();
  const given = useReviewSave({
    send: () => download(row.id),
    done: (isKept) => isKept && showToast({ title: words.downloaded }),
    settled: useRefresh(),
  });
  const erased = useReviewSave({
    send: () => call('review_delete', { application_id: row.id }),
    done: () => {
      forgetRecent(client, row.id);
      showToast({ title: words.erased });
      onClose();
      onErased();
    },
    settled: useRefresh(),
  });
  const isBusy = given.isSaving || erased.isSaving;
  return (
    <Modal title={fill(words.title, { name: row.name })} onClose={onClose}>
      <p>{words.text}</p>
      <section className={styles['answer']}>
        <h3>{words.access}</h3>
        <p>{fill(words.accessText, { email: row.email })}</p>
        <Button look="solid" disabled={isBusy} onClick={() => void given.save()}>
          {words.download}
        </Button>
      </section>
      <section className={styles['answer']}>
        <h3>{words.erasure}</h3>
        <p>{words.goes}</p>
        <p>{words.stays}</p>
        <Button look="danger" disabled={isBusy} onClick={() => void erased.save()}>
          {words.erase}
        </Button>
      </section>
    </Modal>
  );
}
