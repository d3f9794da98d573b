import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../../ui/form/Field.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { SaveForm } from '../../../saving/SaveForm.tsx';
import { call } from '../../data/call.ts';
import { displayNameQuery } from '../../data/queries.ts';
import { useReviewSave } from '../../data/use-review-save.ts';
import { useMe } from '../../me.tsx';
import { Disc } from '../../people/MemberName.tsx';
import { nameOfAddress } from '../../people/names.ts';
import { useRefreshPeople } from '../../people/use-people.ts';
import { fill, useWords } from '../../words.tsx';
import styles from '../Settings.module.css';

/** The maximum length of a name in characters, the same as the database's. */
const MOST = 80;

/** The name that others see instead of the address. */
export function NameForm() {
  const name = useQuery(displayNameQuery);
  return name.data === undefined ? null : <Form saved={name.data} onSaved={() => void name.refetch()} />;
}

function Form({ saved, onSaved }: { saved: string; onSaved: () => void }) {
  const words = useWords();
  const { memberName } = words;
  const { user_id: id, email } = useMe();
  const refreshPeople = useRefreshPeople();
  const [name, setName] = useState(saved);
  const [error, setError] = useState('');
  const shown = name.trim() || nameOfAddress(email);
  const { save, isSaving } = useReviewSave({
    send: () => call('review_name_save', { name }),
    done: () => {
      showToast({ title: fill(memberName.saved, { name: shown }) });
      onSaved();
      void refreshPeople();
    },
    refused: setError,
    retries: true,
  });
  return (
    <SaveForm
      className={styles['form']}
      actionsClassName={styles['actions']}
      label={memberName.save}
      savingLabel={words.saving}
      isSaving={isSaving}
      onSave={() => {
        setError('');
        save();
      }}
      noValidate
      actions={<Disc id={id} name={shown} />}
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
    </SaveForm>
  );
}
