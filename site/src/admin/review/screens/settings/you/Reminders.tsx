import { useQuery } from '@tanstack/react-query';
import { Check } from '../../../kernel/controls/Check.tsx';
import { Choice } from '#ui/form/Choice.tsx';
import { call } from '../../../kernel/data/call.ts';
import { phrase } from '../../../kernel/words.ts';
import { mailingQuery } from '../../../moves/mail/queries.ts';
import {
  digests,
  type RemindersEdit,
  remindersEdit,
  remindersQuery,
  type RemindersRow,
  remindersShape,
} from './queries.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { DraftForm } from '../parts/DraftForm.tsx';
import { useSettingSave } from '../parts/use-setting-save.ts';

const digestNames = { daily: 'Every day', weekly: 'Every Monday', never: 'Never' } as const;

/** The member's mails, namely the digest, mentions and assignments. */
export function Reminders() {
  const reminders = useQuery(remindersQuery);
  const { data: mailing } = useQuery(mailingQuery);
  return (
    <Section
      title="Emails to you"
      text={phrase`A digest comes at nine in the lab’s time zone, ${mailing?.time_zone ?? 'UTC'}: counts and links, no names. Nothing is sent when there is nothing new.`}
    >
      <Loaded query={reminders} lines={3}>
        {(saved) => <Form saved={saved} />}
      </Loaded>
    </Section>
  );
}

function Form({ saved }: { saved: RemindersRow }) {
  const setting = useSettingSave({
    name: 'reminders',
    record: saved,
    query: remindersQuery,
    draftOf: (): RemindersEdit => ({}),
    shape: remindersEdit,
    send: ({ digest, mails_mentions: mentions, mails_assignments: assignments }) =>
      call('review_reminders_save', { digest, mentions, assignments }, remindersShape),
  });
  const { draft, setDraft } = setting;
  const chosen = { ...saved, ...draft };
  return (
    <DraftForm setting={setting}>
      <Choice
        label="Digest"
        value={chosen.digest}
        onChange={({ target }) =>
          setDraft({ ...draft, digest: digests.find((one) => one === target.value) ?? 'never' })
        }
        options={Object.entries(digestNames)}
      />
      <fieldset className="stack gap-2 unframed">
        <legend className="visually-hidden">Emails to you</legend>
        <Check
          label="When someone mentions me in a note"
          checked={chosen.mails_mentions}
          onCheck={(checked) => setDraft({ ...draft, mails_mentions: checked })}
        />
        <Check
          label="When someone assigns an application to me"
          checked={chosen.mails_assignments}
          onCheck={(checked) => setDraft({ ...draft, mails_assignments: checked })}
        />
      </fieldset>
    </DraftForm>
  );
}
