import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { Modal } from '../../kernel/dialogs/Modal.tsx';
import { saveDated } from '../../kernel/files/dated-file.ts';
import { phrase } from '../../kernel/words.ts';

/** Saves everything that the database holds about the application as one page, named after its number. */
async function download(id: string): Promise<void> {
  const name = `application-${id.slice(0, 8)}`;
  // Loaded with the data, because few applications are ever asked for.
  const { dataAnswer, everyPage, personPage } = await import('./person-page.ts');
  const everything = await everyPage((after) =>
    call('review_person_data', { application_id: id, after }, dataAnswer),
  );
  saveDated('html', name, [personPage(everything, `${name}.json`)]);
}

interface Props {
  row: Row;
  onClose: () => void;
}

/** An owner's reply to a request for data. */
export function DataRequest({ row, onClose }: Props) {
  const saving = useApplicationSave({
    send: () => download(row.id),
    done: () => showToast({ title: 'Everything was downloaded' }),
  });
  return (
    <Modal title={phrase`A data request of ${row.name}`} onClose={onClose}>
      <p>
        For applicants who ask for their data by email. Check first that it is them. The download is logged.
        To erase the application, use “Erase…” in More.
      </p>
      <section className="stack gap-3 text-sm wrap-anywhere justify-items-start ruled">
        <h3 className="text-md font-semibold">They ask what you hold about them</h3>
        <p>
          {phrase`One page to read or print with everything: what they sent, notes, ratings, history, emails and when the lab looked. It contains the same data as JSON and names no member of the lab. Send it to the address that they applied with: ${row.email}.`}
        </p>
        <Button look="solid" disabled={saving.isSaving} onClick={() => void saving.save()}>
          Download everything
        </Button>
      </section>
    </Modal>
  );
}
