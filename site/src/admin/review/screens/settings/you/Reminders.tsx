import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { showToast } from '../../../../../ui/toast/show.ts';
import { Choice } from '../../../kernel/controls/Choice.tsx';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/use-review-save.ts';
import { fill, useWords } from '../../../kernel/words.tsx';
import { mailingQuery } from '../../../moves/mail/queries.ts';
import { remindersQuery, digests, type Reminders as RemindersRow } from './queries.ts';
import { Loaded, Section, SettingsForm } from '../../../kernel/states/Section.tsx';

/** The member's mails, namely the digest, mentions and assignments. */
export function Reminders() {
  const { reminders: words } = useWords();
  const reminders = useQuery(remindersQuery);
  const { data: mailing } = useQuery(mailingQuery);
  return (
    <Section title={words.title} text={fill(words.text, { zone: mailing?.time_zone ?? 'UTC' })}>
      <Loaded query={reminders} lines={3}>
        {(saved) => <Form saved={saved} onSaved={() => void reminders.refetch()} />}
      </Loaded>
    </Section>
  );
}

function Form({ saved, onSaved }: { saved: RemindersRow; onSaved: () => void }) {
  const words = useWords();
  const [chosen, choose] = useState(saved);
  const { save, isSaving } = useReviewSave({
    send: () => {
      const { digest, mails_mentions: mentions, mails_assignments: assignments } = chosen;
      return call('review_reminders_save', { digest, mentions, assignments });
    },
    done: () => {
      showToast({ title: words.reminders.saved });
      onSaved();
    },
    retries: true,
  });
  return (
    <SettingsForm isSaving={isSaving} onSave={save}>
      <Choice
        label={words.reminders.digest}
        value={chosen.digest}
        onChange={({ target }) =>
          choose({ ...chosen, digest: digests.find((one) => one === target.value) ?? 'never' })
        }
      >
        {digests.map((one) => (
          <option key={one} value={one}>
            {words.reminders.digests[one]}
          </option>
        ))}
      </Choice>
      <fieldset className="stack gap-2 unframed">
        <legend className="visually-hidden">{words.reminders.title}</legend>
        {(['mails_mentions', 'mails_assignments'] as const).map((what) => (
          <label key={what} className="check">
            <input
              type="checkbox"
              checked={chosen[what]}
              onChange={({ target }) => choose({ ...chosen, [what]: target.checked })}
            />
            {words.reminders[what]}
          </label>
        ))}
      </fieldset>
    </SettingsForm>
  );
}
