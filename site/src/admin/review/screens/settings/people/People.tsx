import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { peopleQuery } from '../../../kernel/data/queries.ts';
import type { Access, Person } from '../../../kernel/data/shapes/people.ts';
import { useReviewSave } from '../../../kernel/data/saves.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { Check } from '../../../kernel/controls/Check.tsx';
import { Choice } from '#ui/form/Choice.tsx';
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx';
import { TableHead } from '../../../kernel/controls/TableHead.tsx';
import { formatApplications } from '../../../kernel/format/number.ts';
import { When } from '../../../kernel/format/time.tsx';
import { phrase, accessNames } from '../../../kernel/words.ts';
import { MemberName } from '../../../kernel/people/MemberName.tsx';
import { Invitations } from './Invitations.tsx';
import { InviteForm } from './InviteForm.tsx';
import { accessTexts } from './access-texts.ts';
import { usePeople, useRefreshPeople } from '../../../kernel/people/use-people.ts';
import { Loaded } from '../../../kernel/states/Loaded.tsx';
import styles from './People.module.css';

/** The lab's members and their access, which owners change. */
export default function People() {
  const { isOwner } = useMe();
  const people = useQuery(peopleQuery);
  const [leaving, setLeaving] = useState<Person | null>(null);
  return (
    <section className="stack gap-6 min-w-0" aria-label="People">
      {isOwner && <InviteForm />}
      {!isOwner && <Rights />}
      <Loaded query={people} lines={4}>
        {(there) => <PeopleTable people={there} onRemove={setLeaving} />}
      </Loaded>
      {isOwner && <Invitations />}
      {isOwner && <SecondFactorSwitch />}
      {leaving && <RemoveDialog person={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

/** The members' rights, and the owners, who change them. */
function Rights() {
  const { ownerNames } = usePeople();
  return (
    <div className="text-sm text-ink-soft">
      <p>{phrase`Only owners change who is here. ${ownerNames}.`}</p>
      <ul className="plain">
        {Object.values(accessTexts).map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  );
}

/** The number of applications that someone hands back who may not review any more. */
const handedBack = z.object({ unassigned: z.number() });

const describeHandedBack = (count: number) =>
  count === 0 ? undefined : phrase`Now without an assignee: ${formatApplications(count)}.`;

interface TableProps {
  people: readonly Person[];
  onRemove: (person: Person) => void;
}

function PeopleTable({ people, onRemove }: TableProps) {
  const { isOwner, user_id: myId } = useMe();
  return (
    <div className={`relative ${styles['scroll']}`}>
      <table className={`table ${styles['table']}`}>
        <TableHead
          columns={['Name', 'Access', 'Second factor', 'Last sign-in']}
          hidden={isOwner && 'Actions'}
        />
        <tbody>
          {people.map((person) => (
            <tr key={person.user_id}>
              <th scope="row">
                <MemberName id={person.user_id} />
                {person.user_id === myId && <span> (you)</span>}
                <small>{person.email}</small>
              </th>
              <td>
                <AccessChoice person={person} />
              </td>
              <td data-label="Second factor">{person.has_second_factor ? 'Yes' : 'No'}</td>
              <td data-label="Last sign-in">
                {person.last_sign_in_at ? <When at={person.last_sign_in_at} /> : 'Has not signed in yet'}
              </td>
              {isOwner && (
                <td>
                  <Button
                    look="text"
                    aria-label={phrase`Remove ${person.email}`}
                    onClick={() => onRemove(person)}
                  >
                    Remove
                  </Button>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function AccessChoice({ person }: { person: Person }) {
  const { isOwner } = useMe();
  const { save } = useReviewSave({
    send: (access: Access) =>
      call('review_member_access_set', { user_id: person.user_id, access }, handedBack),
    done: ({ unassigned }, access) =>
      showToast({
        title: phrase`${person.email} is now ${accessNames[access].toLowerCase()}`,
        text: describeHandedBack(unassigned),
      }),
    settled: useRefreshPeople(),
  });
  if (!isOwner) return <span>{accessNames[person.access]}</span>;
  return (
    <Choice
      label={phrase`Access of ${person.email}`}
      isLabelHidden
      value={person.access}
      onChange={({ target }) => void save(target.value as Access)}
      options={Object.entries(accessNames)}
    />
  );
}

function RemoveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { save } = useReviewSave({
    send: () => call('review_member_remove', { user_id: person.user_id }, handedBack),
    done: ({ unassigned }) =>
      showToast({
        title: phrase`${person.email} was removed`,
        text: describeHandedBack(unassigned),
      }),
    settled: useRefreshPeople(),
  });
  const title = phrase`Remove ${person.email}?`;
  return (
    <ConfirmDialog title={title} label="Remove" onConfirm={save} onClose={onClose}>
      <p>
        They are signed out everywhere at once. What they wrote stays. Their applications become unassigned.
      </p>
    </ConfirmDialog>
  );
}

function SecondFactorSwitch() {
  const { second_factor_required: isRequired } = useMe();
  const { save } = useReviewSave({
    send: (required: boolean) => call('review_second_factor_require', { required }),
    done: (_, required) =>
      showToast({
        title: required ? 'A second factor is now required' : 'A second factor is no longer required',
      }),
    settled: useRefreshPeople(),
  });
  return (
    <Check
      label="Require a second factor of everyone"
      hint="People without one must set it up before they see applications."
      checked={isRequired}
      onCheck={(checked) => void save(checked)}
    />
  );
}
