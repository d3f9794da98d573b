import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { showToast } from '#ui/toast/show.ts';
import { Check } from '../../../kernel/controls/Check.tsx';
import { Choice } from '#ui/form/Choice.tsx';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { phrase } from '../../../kernel/words.ts';
import { mailingQuery } from '../../../moves/mail/queries.ts';
import { digests, remindersQuery, remindersShape, type RemindersRow } from './queries.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { SettingsForm } from '../parts/SettingsForm.tsx';

const digestNames = { daily: 'Every day', weekly: 'Every Monday', never: 'Never' } as const;

/** The member's mails, namely the digest, mentions and assignments. */
export function Reminders() {
  const reminders = useQuery(remindersQuery);
  const { data: mailing } = useQuery(mailingQuery);
  return (
    <Section
      title="Mails to you"
      text={phrase`A digest comes at nine in the lab’s time zone, ${mailing?.time_zone ?? 'UTC'}: counts and links, no names. Nothing comes when there is nothing to tell.`}
    >
      <Loaded query={reminders} lines={3}>
        {(saved) => <Form saved={saved} />}
      </Loaded>
    </Section>
  );
}

function Form({ saved }: { saved: RemindersRow }) {
  const client = useQueryClient();
  const [edits, setEdits] = useState<Partial<RemindersRow>>({});
  const chosen = { ...saved, ...edits };
  const edit = (part: Partial<RemindersRow>) => setEdits({ ...edits, ...part });
  const { save, isSaving } = useReviewSave({
    send: async () => {
      // All three are sent, and another tab may have changed those that are not edited here.
      const stored = await client.fetchQuery({ ...remindersQuery, staleTime: 0 });
      const { digest, mails_mentions: mentions, mails_assignments: assignments } = { ...stored, ...edits };
      return call('review_reminders_save', { digest, mentions, assignments }, remindersShape);
    },
    done: (kept) => {
      client.setQueryData(remindersQuery.queryKey, kept);
      setEdits((now) => (now === edits ? {} : now));
      showToast({ title: 'Saved' });
    },
    retries: true,
  });
  return (
    <SettingsForm isSaving={isSaving} onSave={() => void save()}>
      <Choice
        label="Digest"
        value={chosen.digest}
        onChange={({ target }) => edit({ digest: digests.find((one) => one === target.value) ?? 'never' })}
        options={Object.entries(digestNames)}
      />
      <fieldset className="stack gap-2 unframed">
        <legend className="visually-hidden">Mails to you</legend>
        <Check
          label="When someone mentions me in a note"
          checked={chosen.mails_mentions}
          onCheck={(checked) => edit({ mails_mentions: checked })}
        />
        <Check
          label="When someone assigns an application to me"
          checked={chosen.mails_assignments}
          onCheck={(checked) => edit({ mails_assignments: checked })}
        />
      </fieldset>
    </SettingsForm>
  );
}
