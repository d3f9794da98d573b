import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../../../ui/form/Field.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { SaveForm } from '../../../../saving/SaveForm.tsx';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/use-review-save.ts';
import { ErrorState } from '../../../kernel/states/ErrorState.tsx';
import { Skeleton } from '../../../kernel/states/Skeleton.tsx';
import { useWords } from '../../../kernel/words.tsx';
import { Reminders } from './Reminders.tsx';
import styles from '../../../kernel/states/Section.module.css';
import { NameForm } from './NameForm.tsx';
import { bookingQuery } from './queries.ts';

/** The maximum length of a booking link in characters, the same as the database's. */
const MOST = 300;

/** A member's own settings. */
export default function You() {
  return (
    <>
      <Booking />
      <Reminders />
    </>
  );
}

function Booking() {
  const { you } = useWords();
  const booking = useQuery(bookingQuery);
  return (
    <section className={styles['section']} aria-labelledby="you-title">
      <h3 id="you-title">{you.title}</h3>
      <p className={styles['quiet']}>{you.text}</p>
      <NameForm />
      {booking.isPending && <Skeleton lines={2} />}
      {booking.isError && <ErrorState error={booking.error} onRetry={() => void booking.refetch()} />}
      {booking.data !== undefined && (
        <BookingForm saved={booking.data} onSaved={() => void booking.refetch()} />
      )}
    </section>
  );
}

function BookingForm({ saved, onSaved }: { saved: string; onSaved: () => void }) {
  const words = useWords();
  const { you } = words;
  const [link, setLink] = useState(saved);
  const [error, setError] = useState('');
  const { save, isSaving } = useReviewSave({
    send: () => call('review_booking_save', { link }),
    done: () => {
      showToast({ title: link.trim() ? you.saved : you.cleared });
      onSaved();
    },
    refused: setError,
    retries: true,
  });
  return (
    <SaveForm
      className={styles['form']}
      actionsClassName={styles['actions']}
      label={words.save}
      savingLabel={words.saving}
      isSaving={isSaving}
      onSave={() => {
        setError('');
        save();
      }}
      noValidate
    >
      <Field
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        label={you.booking}
        hint={you.bookingHint}
        error={error || undefined}
        maxLength={MOST}
        value={link}
        onChange={({ target }) => setLink(target.value)}
      />
    </SaveForm>
  );
}
