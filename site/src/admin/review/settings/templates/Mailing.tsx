import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { Choice } from '../../controls/Choice.tsx';
import { call } from '../../data/call.ts';
import { mailingQuery } from '../../data/queries.ts';
import { asReviewError, conflictDetail } from '../../data/review-error.ts';
import { delays, mailing as mailingShape, type Mailing as MailingRow } from '../../data/shapes/settings.ts';
import { useReport } from '../../data/use-report.ts';
import { useMe } from '../../me.tsx';
import { useWords } from '../../words.tsx';
import styles from '../Settings.module.css';

/** When mails to applicants leave, and by which clocks: everyone sees it, owners change it. */
export function Mailing() {
  const { mailing: words } = useWords();
  const { data, refetch } = useQuery(mailingQuery);
  return (
    <section className={styles['section']} aria-labelledby="mailing-title">
      <h3 id="mailing-title">{words.title}</h3>
      <p className={styles['quiet']}>{words.text}</p>
      {data && <Form key={data.version} saved={data} onSaved={() => void refetch()} />}
    </section>
  );
}

/** The work of changing it; a time zone that there is not is said at its field. */
function useMailing(saved: MailingRow, onSaved: () => void) {
  const words = useWords();
  const report = useReport();
  const [typed, type] = useState({ zone: saved.time_zone, delay: saved.delay });
  const [error, setError] = useState('');
  const save = async () => {
    setError('');
    try {
      const parameters = { seen_version: saved.version, time_zone: typed.zone.trim(), delay: typed.delay };
      await call('review_mailing_save', parameters, mailingShape);
      showToast({ title: words.mailing.saved });
      onSaved();
    } catch (cause) {
      const { errorKind, message } = asReviewError(cause);
      if (conflictDetail(cause, mailingShape)) {
        showToast({ title: words.errors.conflict.title, text: words.mailing.conflict, tone: 'danger' });
        onSaved();
      } else if (errorKind === 'refused') setError(message);
      else report(cause);
    }
  };
  return { ...typed, type, error, save };
}

function Form({ saved, onSaved }: { saved: MailingRow; onSaved: () => void }) {
  const words = useWords();
  const { isOwner } = useMe();
  const { zone, delay, type, error, save } = useMailing(saved, onSaved);
  return (
    <form
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label={words.mailing.zone}
        hint={words.mailing.zoneHint}
        error={error || undefined}
        list="time-zones"
        readOnly={!isOwner}
        value={zone}
        onChange={({ target }) => type({ delay, zone: target.value })}
      />
      <datalist id="time-zones">
        {isOwner &&
          ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => <option key={name}>{name}</option>)}
      </datalist>
      <Choice
        label={words.mailing.delay}
        value={delay}
        disabled={!isOwner}
        onChange={({ target }) => type({ zone, delay: delays.find((one) => one === target.value) ?? 'soon' })}
      >
        {delays.map((one) => (
          <option key={one} value={one}>
            {words.mailing.delays[one]}
          </option>
        ))}
      </Choice>
      {isOwner && (
        <div className={styles['actions']}>
          <Button type="submit">{words.save}</Button>
        </div>
      )}
    </form>
  );
}
