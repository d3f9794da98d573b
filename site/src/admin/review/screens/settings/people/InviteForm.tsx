import { reviewLimits } from '@solostead/contract/review-limits';
import { useState } from 'react';
import { SaveForm } from '#admin/saving/SaveForm.tsx';
import { Field } from '#ui/form/Field.tsx';
import { showToast } from '#ui/toast/show.ts';
import type { Access } from '../../../kernel/data/shapes/people.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { Choice } from '#ui/form/Choice.tsx';
import { phrase } from '../../../kernel/words.ts';
import { useRefreshPeople } from '../../../kernel/people/use-people.ts';
import { accessTexts } from './access-texts.ts';
import { invite } from './invite.ts';
import styles from './People.module.css';
import { trimmed } from '@solostead/contract/visible';

const nothing = { email: '', name: '', access: 'reviewer' as Access };

function useInvitation() {
  const [typed, setTyped] = useState(nothing);
  const email = trimmed(typed.email);
  const { save, isSaving } = useReviewSave({
    send: () => invite(email, typed.access, trimmed(typed.name)),
    done: () => {
      showToast({ title: phrase`Invitation sent to ${email}` });
      // What was typed while it was sent stays.
      setTyped((now) => (now === typed ? { ...nothing, access: typed.access } : now));
    },
    settled: useRefreshPeople(),
  });
  return { typed, type: (part: Partial<typeof nothing>) => setTyped({ ...typed, ...part }), isSaving, save };
}

/** Invites a person by mail. They set their own password. */
export function InviteForm() {
  const { typed, type, isSaving, save } = useInvitation();
  return (
    <div className="stack gap-3">
      <h3 className="text-lg">Invite someone</h3>
      <SaveForm
        className={`cluster gap-3 ${styles['row']}`}
        label="Send invitation"
        savingLabel="Sending…"
        isSaving={isSaving}
        onSave={() => void save()}
      >
        <Field
          label="Email"
          type="email"
          required
          autoComplete="off"
          value={typed.email}
          onChange={({ target }) => type({ email: target.value })}
        />
        <Field
          label="Name (optional)"
          maxLength={reviewLimits.memberNameLength}
          autoComplete="off"
          value={typed.name}
          onChange={({ target }) => type({ name: target.value })}
        />
        <Choice
          label="Access"
          value={typed.access}
          onChange={({ target }) => type({ access: target.value as Access })}
          options={Object.entries(accessTexts)}
        />
      </SaveForm>
    </div>
  );
}
