import { reviewLimits } from '@solostead/contract/review-limits';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Field } from '#ui/form/Field.tsx';
import { call } from '../../../kernel/data/call.ts';
import { Reminders } from './Reminders.tsx';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import { Section } from '../../../shared/section/Section.tsx';
import { DraftForm } from '../parts/DraftForm.tsx';
import { useSettingSave } from '../parts/use-setting-save.ts';
import { bookingQuery, displayNameQuery, type Own, ownShape } from './queries.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { Disc } from '../../../kernel/people/MemberName.tsx';
import { nameOfAddress } from '../../../kernel/people/names.ts';
import { usePeople, useRefreshPeople } from '../../../kernel/people/use-people.ts';
import { accessNames, phrase } from '../../../kernel/words.ts';
import { trimmed } from '@solostead/contract/visible';

/** A member's own settings. */
export default function You() {
  const name = useQuery(displayNameQuery);
  const booking = useQuery(bookingQuery);
  return (
    <>
      <Section title="You" text="These settings apply only to you.">
        <YourAccess />
        <Loaded query={name} lines={2}>
          {(record) => <NameForm record={record} />}
        </Loaded>
        <Loaded query={booking} lines={2}>
          {(record) => <BookingForm record={record} />}
        </Loaded>
      </Section>
      <Reminders />
    </>
  );
}

const myRights = {
  owner: 'You manage people, templates and settings, and do everything that reviewers do.',
  reviewer: 'You move, tag, rate, email and write notes. People, templates and settings are for owners.',
  reader: 'You read and export. Moves, notes and ratings are for reviewers.',
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

function BookingForm({ record }: { record: Own }) {
  const setting = useSettingSave({
    name: 'booking',
    record,
    query: bookingQuery,
    draftOf: ({ booking_link: link }) => link ?? '',
    shape: z.string(),
    send: (link) => call('review_booking_link_save', { link }, ownShape),
    hasField: true,
  });
  return (
    <DraftForm setting={setting} noValidate>
      <Field
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        label="Booking link"
        hint="Applicants choose a time with you at this address. Your invitations to an interview show it."
        error={setting.refusal}
        maxLength={reviewLimits.bookingLinkLength}
        value={setting.draft}
        onChange={({ target }) => setting.setDraft(target.value)}
      />
    </DraftForm>
  );
}

/** The name that others see instead of the address. */
function NameForm({ record }: { record: Own }) {
  const { user_id: id, email } = useMe();
  const refreshPeople = useRefreshPeople();
  const setting = useSettingSave({
    name: 'name',
    record,
    query: displayNameQuery,
    draftOf: ({ display_name: name }) => name ?? '',
    shape: z.string(),
    send: async (name) => {
      const saved = await call('review_name_save', { name }, ownShape);
      void refreshPeople();
      return saved;
    },
    hasField: true,
  });
  const { draft, setDraft, refusal } = setting;
  return (
    <DraftForm
      setting={setting}
      label="Save name"
      noValidate
      actions={<Disc id={id} name={trimmed(draft) || nameOfAddress(email)} />}
    >
      <Field
        label="Your name"
        hint={phrase`Shown to others instead of your address, also in mentions. Without a name others see “${nameOfAddress(email)}”, and your emails are signed by the lab alone.`}
        error={refusal}
        autoComplete="name"
        maxLength={reviewLimits.memberNameLength}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
      />
    </DraftForm>
  );
}
