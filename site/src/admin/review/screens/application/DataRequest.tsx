import { Button } from '../../../../ui/Button.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { useQueryClient } from '@tanstack/react-query';
import { forgetRecent } from '../../kernel/data/recent.ts';
import { call } from '../../kernel/data/call.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { Modal } from '../../kernel/dialogs/Modal.tsx';
import { saveText } from '../../kernel/data/destination.ts';
import { presentRoute } from '../../../route/address.ts';
import { phrase } from '../../kernel/words.ts';

/** Saves everything that the database holds about the application as one file, named after its number. */
async function download(id: string): Promise<boolean> {
  const everything = await call('review_data_request', { application_id: id });
  return saveText('json', `application-${id.slice(0, 8)}`, `${JSON.stringify(everything, null, 2)}\n`);
}

interface Props {
  row: Row;
  onErased: () => void;
  onClose: () => void;
}

/** An owner's reply to a request for data or erasure. */
export function DataRequest({ row, onErased, onClose }: Props) {
  const client = useQueryClient();
  const given = useApplicationSave({
    send: () => download(row.id),
    done: (isKept) => isKept && showToast({ title: 'Everything was downloaded' }),
  });
  const erased = useApplicationSave({
    send: () => call('review_delete', { application_id: row.id }),
    done: () => {
      forgetRecent(client, row.id);
      showToast({ title: 'Application erased' });
      onClose();
      // Another application may have been opened since.
      if (presentRoute().view.open === row.id) onErased();
    },
  });
  const isBusy = given.isSaving || erased.isSaving;
  return (
    <Modal title={phrase`A data request of ${row.name}`} onClose={onClose}>
      <p>
        Answers what an applicant asks for by mail. Make sure first that it is they who ask. Both answers are
        written to the access log.
      </p>
      <section className="stack gap-3 text-sm breaks start ruled">
        <h3 className="text-md strong">They ask what you hold about them</h3>
        <p>
          {phrase`One file with all of it: what they sent, notes, ratings, history, mails and when the lab looked. It names no one of the lab. Send it to the address that they applied with: ${row.email}.`}
        </p>
        <Button look="solid" disabled={isBusy} onClick={() => void given.save()}>
          Download everything
        </Button>
      </section>
      <section className="stack gap-3 text-sm breaks start ruled">
        <h3 className="text-md strong">They ask to be erased</h3>
        <p>
          Gone at once, and for good: what they sent, all notes, ratings, history and mails, also those not
          sent yet. Copies in backups go when those are deleted.
        </p>
        <p>
          What stays: the application’s number, the day and “erased by an owner”, in the list of erasures, and
          in the access log also who of the lab did it.
        </p>
        <Button look="danger" disabled={isBusy} onClick={() => void erased.save()}>
          Erase for good
        </Button>
      </section>
    </Modal>
  );
}
