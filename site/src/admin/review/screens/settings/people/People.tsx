import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../../ui/Button.tsx';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { peopleQuery } from '../../../kernel/data/queries.ts';
import { accesses, type Access, type Person } from '../../../kernel/data/shapes/people.ts';
import { useReviewSave } from '../../../kernel/data/use-review-save.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { Choice } from '../../../kernel/controls/Choice.tsx';
import { Modal } from '../../../kernel/dialogs/Modal.tsx';
import { When } from '../../../kernel/format/time.tsx';
import { fill, useWords } from '../../../kernel/words.tsx';
import { MemberName } from '../../../kernel/people/MemberName.tsx';
import { InviteForm } from './InviteForm.tsx';
import { SecondFactorSwitch } from './SecondFactorSwitch.tsx';
import { useRefreshPeople } from '../../../kernel/people/use-people.ts';
import { Loaded } from '../../../kernel/states/Section.tsx';
import styles from './People.module.css';

/** The lab's members and their access, which owners change. */
export default function People() {
  const words = useWords();
  const { isOwner } = useMe();
  const people = useQuery(peopleQuery);
  const [leaving, setLeaving] = useState<Person | null>(null);
  return (
    <section className={styles['people']} aria-label={words.people.title}>
      {!isOwner && <p className="text-sm soft">{words.people.onlyOwners}</p>}
      <Loaded query={people} lines={4}>
        {(there) => <PeopleTable people={there} onRemove={setLeaving} />}
      </Loaded>
      {isOwner && <InviteForm />}
      {isOwner && <SecondFactorSwitch />}
      {leaving && <RemoveDialog person={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

interface TableProps {
  people: readonly Person[];
  onRemove: (person: Person) => void;
}

function PeopleTable({ people, onRemove }: TableProps) {
  const { people: words } = useWords();
  const { isOwner, user_id: myId } = useMe();
  const { columns } = words;
  return (
    <div className={styles['scroll']}>
      <table className={`table ${styles['table']}`}>
        <thead>
          <tr>
            <th scope="col">{columns.name}</th>
            <th scope="col">{columns.access}</th>
            <th scope="col">{columns.factor}</th>
            <th scope="col">{columns.last}</th>
            {isOwner && (
              <th scope="col">
                <span className="visually-hidden">{columns.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.user_id}>
              <th scope="row">
                <MemberName id={person.user_id} />
                {person.user_id === myId && ` (${words.you})`}
                <small>{person.email}</small>
              </th>
              <td>
                <AccessChoice person={person} />
              </td>
              <td data-label={columns.factor}>
                {person.has_second_factor ? words.factorYes : words.factorNo}
              </td>
              <td data-label={columns.last}>
                {person.last_sign_in_at ? <When at={person.last_sign_in_at} /> : words.invited}
              </td>
              {isOwner && (
                <td>
                  <Button
                    look="text"
                    aria-label={fill(words.removeOf, { email: person.email })}
                    onClick={() => onRemove(person)}
                  >
                    {words.remove}
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
  const words = useWords();
  const { isOwner } = useMe();
  const { save } = useReviewSave({
    send: (access: Access) => call('review_set_access', { user_id: person.user_id, access }),
    done: (_, access) =>
      showToast({
        title: fill(words.people.changed, {
          email: person.email,
          access: words.accesses[access].toLowerCase(),
        }),
      }),
    settled: useRefreshPeople(),
  });
  if (!isOwner) return words.accesses[person.access];
  return (
    <Choice
      label={fill(words.people.accessOf, { email: person.email })}
      isLabelHidden
      value={person.access}
      onChange={({ target }) => void save(target.value as Access)}
    >
      {accesses.map((access) => (
        <option key={access} value={access}>
          {words.accesses[access]}
        </option>
      ))}
    </Choice>
  );
}

function RemoveDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const words = useWords();
  const refresh = useRefreshPeople();
  const { save } = useReviewSave({
    send: () => call('review_remove_member', { user_id: person.user_id }),
    done: () => showToast({ title: fill(words.people.removed, { email: person.email }) }),
    settled: () => {
      onClose();
      return refresh();
    },
  });
  return (
    <Modal title={fill(words.people.removeTitle, { email: person.email })} onClose={onClose}>
      <p>{words.people.removeText}</p>
      <div className={styles['actions']}>
        <Button look="solid" onClick={() => void save()}>
          {words.people.remove}
        </Button>
        <Button onClick={onClose}>{words.cancel}</Button>
      </div>
    </Modal>
  );
}
