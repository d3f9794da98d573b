import { useRef } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/form/Field.tsx';
import { Choice } from '#ui/form/Choice.tsx';
import { call } from '../../../kernel/data/call.ts';
import { timeZone } from '../../../kernel/format/time.tsx';
import { useMe } from '../../../kernel/data/me.tsx';
import { meQuery } from '../../../kernel/data/queries.ts';
import {
  mailingQuery,
  delays,
  mailing as mailingShape,
  type Mailing as MailingRow,
} from '../../../moves/mail/queries.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { DraftForm } from '../parts/DraftForm.tsx';
import { useSettingSave } from '../parts/use-setting-save.ts';
import { trimmed } from '@solostead/contract/visible';

const delayNames = { soon: '30 seconds after the move', morning: 'The next day at 9:00' } as const;

/** The delay and time zone of mails to applicants. Every member sees it, owners change it. */
export function Mailing() {
  const mailing = useQuery(mailingQuery);
  return (
    <Section
      title="When emails go out"
      text="A move to Interview, Accepted or Declined sends the applicant an email unless the reviewer chooses otherwise."
    >
      <Loaded query={mailing} lines={3}>
        {(saved) => <Form saved={saved} />}
      </Loaded>
    </Section>
  );
}

const draftShape = z.object({ time_zone: z.string(), delay: z.enum(delays) });

/** Edits it. An unknown time zone is reported at its field. */
function useMailing(record: MailingRow) {
  const client = useQueryClient();
  return useSettingSave({
    name: 'mailing',
    record,
    query: mailingQuery,
    draftOf: ({ time_zone, delay }) => ({ time_zone, delay }),
    shape: draftShape,
    send: ({ time_zone: zone, delay }, seen) => {
      const parameters = { seen_version: seen, time_zone: trimmed(zone), delay };
      // The page shows times by this zone.
      const reloadMe = () => void client.invalidateQueries({ queryKey: meQuery.queryKey });
      return call('review_lab_settings_save', parameters, mailingShape).finally(reloadMe);
    },
    hasField: true,
  });
}

function Form({ saved }: { saved: MailingRow }) {
  const { isOwner } = useMe();
  const setting = useMailing(saved);
  const { draft, setDraft, refusal } = setting;
  const field = useRef<HTMLInputElement>(null);
  return (
    <DraftForm
      setting={setting}
      describe={({ time_zone: zone, delay }) => `${zone}\n${delayNames[delay]}`}
      isReadOnly={!isOwner}
    >
      <Field
        ref={field}
        label="Time zone of the lab"
        hint="For example Europe/Berlin. Mornings, interviews and digests use this time zone."
        error={refusal}
        list="time-zones"
        readOnly={!isOwner}
        value={draft.time_zone}
        onChange={({ target }) => setDraft({ ...draft, time_zone: target.value })}
      />
      {isOwner && draft.time_zone !== timeZone() && (
        <Button
          look="text"
          onClick={() => {
            setDraft({ ...draft, time_zone: timeZone() });
            // The pressed button goes.
            field.current?.focus();
          }}
        >
          {`Use ${timeZone()}, the time zone of this browser`}
        </Button>
      )}
      <datalist id="time-zones">
        {isOwner &&
          ['UTC', ...Intl.supportedValuesOf('timeZone')].map((name) => <option key={name}>{name}</option>)}
      </datalist>
      <Choice
        label="Unless the reviewer chooses otherwise"
        value={draft.delay}
        disabled={!isOwner}
        onChange={({ target }) =>
          setDraft({ ...draft, delay: delays.find((one) => one === target.value) ?? 'soon' })
        }
        options={Object.entries(delayNames)}
      />
    </DraftForm>
  );
}
