import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Field } from '#ui/form/Field.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { Reminders } from './Reminders.tsx';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { SettingsForm } from '../parts/SettingsForm.tsx';
import { bookingQuery, displayNameQuery } from './queries.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { Disc } from '../../../kernel/people/MemberName.tsx';
import { nameOfAddress } from '../../../kernel/people/names.ts';
import { usePeople, useRefreshPeople } from '../../../kernel/people/use-people.ts';
import { accessNames, phrase } from '../../../kernel/words.ts';
import { trimmed } from '@solostead/contract/visible';

/** The maximum length of a booking link in characters, the same as the database's. */
const MAX_LENGTH = 300;

interface Props {
  saved: string;
  onSaved: () => void;
}

/** A member's own settings. */
export default function You() {
  const name = useQuery(displayNameQuery);
  const booking = useQuery(bookingQuery);
  return (
    <>
      <Section title="You" text="What you set here is yours alone.">
        <YourAccess />
        <Loaded query={name} lines={2}>
          {(saved) => <NameForm saved={saved} onSaved={() => void name.refetch()} />}
        </Loaded>
        <Loaded query={booking} lines={2}>
          {(saved) => <BookingForm saved={saved} onSaved={() => void booking.refetch()} />}
        </Loaded>
      </Section>
      <Reminders />
    </>
  );
}

const myRights = {
  owner: 'You manage people, templates and settings, and do all that reviewers do.',
  reviewer: 'You move, tag, rate, email and write notes; people, templates and settings are for owners.',
  reader: 'You read and export; moves, notes and ratings are for reviewers.',
} as const;

/** The own access, what it allows, and who can change it. */
function YourAccess() {
  const { access, isOwner } = useMe();
  const { ownerNames } = usePeople();
  return (
    <p className="text-sm">
      {phrase`Your access: ${accessNames[access]}. ${myRights[access]}${isOwner ? '' : ` ${ownerNames}.`}`}
    </p>
  );
}

function BookingForm({ saved, onSaved }: Props) {
  const [link, setLink] = useState(saved);
  const { save, isSaving, refusal } = useReviewSave({
    send: () => call('review_booking_link_save', { link }),
    done: () => {
      showToast({ title: trimmed(link) ? 'Booking link saved' : 'Booking link removed' });
      onSaved();
    },
    hasField: true,
    retries: true,
  });
  return (
    <SettingsForm isSaving={isSaving} onSave={() => void save()} noValidate>
      <Field
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        label="Booking link"
        hint="Applicants choose a time with you at this address. Your invitations to an interview show it."
        error={refusal}
        maxLength={MAX_LENGTH}
        value={link}
        onChange={({ target }) => setLink(target.value)}
      />
    </SettingsForm>
  );
}

/** The maximum length of a name in characters, the same as the database's. */
const MAX_NAME_LENGTH = 80;

/** The name that others see instead of the address. */
function NameForm({ saved, onSaved }: Props) {
  const { user_id: id, email } = useMe();
  const refreshPeople = useRefreshPeople();
  const [name, setName] = useState(saved);
  const shown = trimmed(name) || nameOfAddress(email);
  const { save, isSaving, refusal } = useReviewSave({
    send: () => call('review_name_save', { name }),
    done: () => {
      showToast({ title: phrase`You are now ${shown}` });
      onSaved();
      void refreshPeople();
    },
    hasField: true,
    retries: true,
  });
  return (
    <SettingsForm
      label="Save name"
      isSaving={isSaving}
      onSave={() => void save()}
      noValidate
      actions={<Disc id={id} name={shown} />}
    >
      <Field
        label="Your name"
        hint={phrase`What the others read in place of your address, also in mentions. Without one you are “${nameOfAddress(email)}”.`}
        error={refusal}
        autoComplete="name"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
    </SettingsForm>
  );
}
