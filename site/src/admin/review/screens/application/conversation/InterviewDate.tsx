import { useState } from 'react';
import { Button } from '#ui/Button.tsx';
import { SaveForm } from '#admin/saving/SaveForm.tsx';
import { Field, useFocusOnMount } from '#ui/form/Field.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import type { Row } from '../../../kernel/data/shapes/row.ts';
import { useApplicationSave } from '../../../kernel/data/saves.ts';
import { Appointment } from '../../../shared/person/Appointment.tsx';
import { formatAppointment, fromTimeIn, timeIn } from '../../../kernel/format/lab-time.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { useShownRow } from '../../../moves/moving.tsx';
import { phrase } from '../../../kernel/words.ts';

/** The interview date, shown during the interview stage. */
export function InterviewDate({ row: loaded }: { row: Row }) {
  const { mayReview } = useMe();
  const row = useShownRow(loaded);
  const [isOpen, setOpen] = useState(false);
  if (row.status !== 'interview') return null;
  const at = row.interview_at;
  return (
    <section aria-label="Interview">
      <h4>Interview</h4>
      {isOpen ? (
        <InterviewForm id={row.id} at={at} onClose={() => setOpen(false)} />
      ) : (
        <div className="cluster gap-x-4 gap-y-2 items-center touch">
          <span className={at ? 'font-semibold' : undefined}>
            {at ? <Appointment at={at} /> : 'No date yet'}
          </span>
          {mayReview && (
            <Button look="text" onClick={() => setOpen(true)}>
              {at ? 'Change' : 'Set the date'}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

interface FormProps {
  id: string;
  at: string | null;
  onClose: () => void;
}

function InterviewForm({ id, at, onClose }: FormProps) {
  const field = useFocusOnMount<HTMLInputElement>();
  const { time_zone: zone } = useMe();
  const [value, setValue] = useState(() => (at ? timeIn(zone, Date.parse(at)) : ''));
  const { save, isSaving } = useApplicationSave({
    send: (next: string | null) => call('review_interview_set', { application_id: id, interview_at: next }),
    done: (_, next) => {
      showToast({
        title: next ? `Interview: ${formatAppointment(next, zone)}` : 'The date of the interview was removed',
      });
      onClose();
    },
  });
  return (
    <SaveForm
      actionsClassName="cluster gap-x-4 gap-y-2 touch"
      label="Save"
      savingLabel="Saving…"
      isSaving={isSaving}
      onSave={() => void save(fromTimeIn(zone, value))}
      actions={
        <>
          {at && (
            <Button look="text" onClick={() => void save(null)}>
              Clear
            </Button>
          )}
          <Button look="text" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Field
        type="datetime-local"
        required
        ref={field}
        label="Date and time of the interview"
        hint={phrase`In the lab’s time zone, ${zone}.`}
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
    </SaveForm>
  );
}
