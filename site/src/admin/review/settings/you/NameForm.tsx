import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/Button.tsx';
import { Field } from '../../../../ui/form/Field.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { call } from '../../data/call.ts';
import { displayNameQuery } from '../../data/queries.ts';
import { asReviewError } from '../../data/review-error.ts';
import { useReport } from '../../data/use-report.ts';
import { useMe } from '../../me.tsx';
import { Disc } from '../../people/MemberName.tsx';
import { nameOfAddress } from '../../people/names.ts';
import { useRefreshPeople } from '../../people/use-people.ts';
import { fill, useWords } from '../../words.tsx';
import styles from '../Settings.module.css';

/** The most that a name holds, in characters; the database's own bound. */
const MOST = 80;

/** What the others read in place of one's address. */
export function NameForm() {
  const name = useQuery(displayNameQuery);
  return name.data === undefined ? null : <Form saved={name.data} onSaved={() => void name.refetch()} />;
}

function Form({ saved, onSaved }: { saved: string; onSaved: () => void }) {
  const words = useWords();
  const { memberName } = words;
  const { user_id: id, email } = useMe();
  const report = useReport();
  const refreshPeople = useRefreshPeople();
  const [name, setName] = useState(saved);
  const [error, setError] = useState('');
  const [isSaving, setSaving] = useState(false);
  const shown = name.trim() || nameOfAddress(email);
  const save = async () => {
    if (isSaving) return;
    setSaving(true);
    setError('');
    try {
      await call('review_name_save', { name });
      showToast({ title: fill(memberName.saved, { name: shown }) });
      onSaved();
      void refreshPeople();
    } catch (cause) {
      const { errorKind, message } = asReviewError(cause);
      if (errorKind === 'refused') setError(message);
      else report(cause, () => void save());
    }
    setSaving(false);
  };
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label={memberName.label}
        hint={fill(memberName.hint, { name: nameOfAddress(email) })}
        error={error || undefined}
        autoComplete="name"
        maxLength={MOST}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <div className={styles['actions']}>
        <Button type="submit" aria-disabled={isSaving || undefined}>
          {isSaving ? words.saving : memberName.save}
        </Button>
        <Disc id={id} name={shown} />
      </div>
    </form>
  );
}
