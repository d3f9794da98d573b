import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Field } from '#ui/form/Field.tsx';
import { showToast } from '#ui/toast/show.ts';
import { Choice } from '#ui/form/Choice.tsx';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { meQuery } from '../../../kernel/data/queries.ts';
import { words } from '../../../kernel/words.ts';
import {
  mailingQuery,
  delays,
  mailing as mailingShape,
  type Mailing as MailingRow,
} from '../../../moves/mail/queries.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { trimmed } from '@solostead/contract/visible';

const delayNames = { soon: '30 seconds after the move', morning: 'The next day at 9:00' } as const;

/** The delay and time zone of mails to applicants. Every member sees it, owners change it. */
export function Mailing() {
  const mailing = useQuery(mailingQuery);
  const client = useQueryClient();
  const reload = () => {
    void client.invalidateQueries({ queryKey: meQuery.queryKey });
    return mailing.refetch();
  };
  return (
    <Section
      title="When mails leave"
      text="A move to Interview, Accepted or Declined mails the applicant, unless one says no."
    >
      <Loaded query={mailing} lines={3}>
        {(saved) => <Form key={saved.version} saved={saved} onSaved={reload} />}
      </Loaded>
    </Section>
  );
}

/** Edits it. An unknown time zone is reported at its field. */
function useMailing(saved: MailingRow, onSaved: () => unknown) {
  const [typed, type] = useState({ zone: saved.time_zone, delay: saved.delay });
  const saving = useReviewSave({
    send: () =>
      call(
        'review_mailing_save',
        { seen_version: saved.version, time_zone: trimmed(typed.zone), delay: typed.delay },
        mailingShape,
      ),
    done: () => {
      showToast({ title: 'Saved' });
      return onSaved();
    },
    conflict: {
      shape: mailingShape,
      take: () => {
        showToast({
          title: words.errors.conflict.title,
          text: 'Someone else changed this since you opened it. What holds is shown; change it again.',
          tone: 'danger',
        });
        return onSaved();
      },
    },
    hasField: true,
  });
  return { ...typed, type, ...saving };
}

function Form({ saved, onSaved }: { saved: MailingRow; onSaved: () => unknown }) {
  const { isOwner } = useMe();
  const { zone, delay, type, refusal, save, isSaving } = useMailing(saved, onSaved);
  return (
    <SettingsForm isSaving={isSaving} onSave={() => void save()} isReadOnly={!isOwner}>
      <Field
        label="Time zone of the lab"
        hint="As in Europe/Berlin. Mornings, interviews and digests go by its clocks."
        error={refusal}
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
        label="Unless one chooses otherwise"
        value={delay}
        disabled={!isOwner}
        onChange={({ target }) => type({ zone, delay: delays.find((one) => one === target.value) ?? 'soon' })}
        options={Object.entries(delayNames)}
      />
    </SettingsForm>
  );
}
