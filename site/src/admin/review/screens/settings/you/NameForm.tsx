import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../../../ui/form/Field.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/use-review-save.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { Disc } from '../../../kernel/people/MemberName.tsx';
import { nameOfAddress } from '../../../kernel/people/names.ts';
import { useRefreshPeople } from '../../../kernel/people/use-people.ts';
import { fill } from '../../../kernel/words.ts';
import { displayNameQuery } from './queries.ts';
import { SettingsForm } from '../../../kernel/states/Section.tsx';

/** The maximum length of a name in characters, the same as the database's. */
const MAX_LENGTH = 80;

/** The name that others see instead of the address. */
export function NameForm() {
  const name = useQuery(displayNameQuery);
  return name.data === undefined ? null : <Form saved={name.data} onSaved={() => void name.refetch()} />;
}

function Form({ saved, onSaved }: { saved: string; onSaved: () => void }) {
  const { user_id: id, email } = useMe();
  const refreshPeople = useRefreshPeople();
  const [name, setName] = useState(saved);
  const [error, setError] = useState('');
  const shown = name.trim() || nameOfAddress(email);
  const { save, isSaving } = useReviewSave({
    send: () => call('review_name_save', { name }),
    done: () => {
      showToast({ title: fill('You are now {name}', { name: shown }) });
      onSaved();
      void refreshPeople();
    },
    refused: setError,
    retries: true,
  });
  return (
    <SettingsForm
      label="Save name"
      isSaving={isSaving}
      onSave={() => {
        setError('');
        save();
      }}
      noValidate
      actions={<Disc id={id} name={shown} />}
    >
      <Field
        label="Your name"
        hint={fill(
          'What the others read in place of your address, also in mentions. Without one you are “{name}”.',
          { name: nameOfAddress(email) },
        )}
        error={error || undefined}
        autoComplete="name"
        maxLength={MAX_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </SettingsForm>
  );
}
