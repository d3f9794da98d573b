import { useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { useQueryClient } from '@tanstack/react-query';
import { forgetRecent } from '../../commands/palette/recent.ts';
import { call } from '../../data/call.ts';
import type { Row } from '../../data/shapes/row.ts';
import { useRefresh, useReport } from '../../data/use-report.ts';
import { Modal } from '../../dialogs/Modal.tsx';
import { openDestination } from '../../export/destination.ts';
import { fill, useWords } from '../../words.tsx';
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

/** What an owner answers an applicant who asks for their data, or to be erased. */
export function DataRequest({ row, onErased, onClose }: Props) {
  const { dataRequest: words } = useWords();
  const [report, refresh] = [useReport(), useRefresh()];
  const client = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    await work().catch(report);
    setBusy(false);
    await refresh();
  };
  const give = () =>
    attempt(async () => {
      if (await download(row.id)) showToast({ title: words.downloaded });
    });
  const erase = () =>
    attempt(async () => {
      await call('review_delete', { application_id: row.id });
      forgetRecent(client, row.id);
      showToast({ title: words.erased });
      onClose();
      onErased();
    });
  return (
    <Modal title={fill(words.title, { name: row.name })} onClose={onClose}>
      <p>{words.text}</p>
      <section className={styles['answer']}>
        <h3>{words.access}</h3>
        <p>{fill(words.accessText, { email: row.email })}</p>
        <Button look="solid" disabled={isBusy} onClick={() => void give()}>
          {words.download}
        </Button>
      </section>
      <section className={styles['answer']}>
        <h3>{words.erasure}</h3>
        <p>{words.goes}</p>
        <p>{words.stays}</p>
        <Button look="danger" disabled={isBusy} onClick={() => void erase()}>
          {words.erase}
        </Button>
      </section>
    </Modal>
  );
}
