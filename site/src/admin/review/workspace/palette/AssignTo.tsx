import { useState } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { fill } from '../../kernel/words.ts';
import { matching } from './match.ts';
import { useQuickChanges, type Assignee } from './use-quick-changes.ts';
import { PaletteDialog, type DialogControl } from './PaletteDialog.tsx';

/** Chooses the assignee of an application, oneself first, no assignee last. */
export function AssignTo({ row, ...dialog }: DialogControl & { row: Row }) {
  const [text, setText] = useState('');
  const { people, nameOf, labelOf } = usePeople();
  const { user_id: myId } = useMe();
  const { assign } = useQuickChanges();
  const option = (assignee: Assignee, label = assignee.name, about = '') => ({
    id: `assign.${assignee.id}`,
    label,
    about,
    aliases: about,
    keys: [],
    whyNot: null,
    run: () => void assign(row, assignee),
  });
  const others = people.filter(({ user_id: id }) => id !== myId);
  const me = people.filter(({ user_id: id }) => id === myId);
  const options = [
    ...me.map(({ user_id: id }) => option({ id, name: nameOf(id) }, 'Me', nameOf(id))),
    ...others.map((person) =>
      option({ id: person.user_id, name: nameOf(person.user_id) }, labelOf(person), person.email),
    ),
    option({ id: null, name: 'Nobody' }, 'Unassign', 'Nobody'),
  ].filter(({ id }) => id !== `assign.${row.assignee}`);
  return (
    <PaletteDialog
      {...dialog}
      label={fill('Assign {name} to', { name: row.name })}
      placeholder="A person of the lab"
      text={text}
      onText={setText}
      sections={[
        { label: fill('Assign {name} to', { name: row.name }), options: matching(text, options) },
      ].filter((section) => section.options.length > 0)}
    />
  );
}
