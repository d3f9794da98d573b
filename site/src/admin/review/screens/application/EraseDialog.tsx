import { useQueryClient } from '@tanstack/react-query';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { presentRoute } from '../../../route/address.ts';
import { useUndoable } from '../../kernel/commands/CommandsProvider.tsx';
import { call } from '../../kernel/data/call.ts';
import { forgetRecent } from './recent.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { Modal } from '../../kernel/dialogs/Modal.tsx';
import { phrase } from '../../kernel/words.ts';

/** Milliseconds for which an erasure can be undone (`review_erase`). */
const UNDO_MS = 60_000;

interface Props {
  row: Pick<Row, 'id' | 'name'>;
  /** Called when the application is hidden, if it is still the open one. */
  onErased: () => unknown;
  onClose: () => void;
}

/** Erases an application for an owner, and offers the undo for as long as there is one. */
export default function EraseDialog({ row, onErased, onClose }: Props) {
  const client = useQueryClient();
  const undoable = useUndoable();
  const { name } = row;
  const undone = useApplicationSave({
    send: () => call('review_erase_undo', { application_id: row.id }),
    done: () => showToast({ title: 'Nothing was erased', text: phrase`${name} is back as before.` }),
  });
  const erased = useApplicationSave({
    send: () => call('review_erase', { application_id: row.id }),
    done: () => {
      forgetRecent(client, row.id);
      showToast({
        title: phrase`${name} is hidden and will be erased in a minute`,
        action: undoable(async () => void (await undone.save())),
        stayMs: UNDO_MS,
      });
      onClose();
      // Another application may have been opened since.
      if (presentRoute().view.open === row.id) onErased();
    },
  });
  return (
    <Modal title={phrase`Erase ${name}?`} onClose={onClose}>
      <p>
        The application is hidden at once and erased after a minute. Until then you can undo this. What they
        sent, all notes, ratings, history and emails are erased, also those not sent yet. Copies in backups
        are deleted with the backups.
      </p>
      <p>
        The list of erasures keeps the application’s number, the day and “erased by an owner”. The access log
        also keeps who asked for it.
      </p>
      <p className="row gap-2">
        <Button look="danger" disabled={erased.isSaving} onClick={() => void erased.save()}>
          Erase
        </Button>
        <Button onClick={onClose}>Keep it</Button>
      </p>
    </Modal>
  );
}
