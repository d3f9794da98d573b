import { reviewLimits } from '@solostead/contract/review-limits';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { AllCommands } from './AllCommands.tsx';
import type { PalettePage, Option } from './options.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { fill, phrase, words } from '../../kernel/words.ts';
import { matching } from './match.ts';
import { useQuickChanges, type Assignee } from './use-quick-changes.ts';
import { PaletteDialog, type DialogControl } from './PaletteDialog.tsx';
import { tagsQuery } from '../../kernel/data/queries.ts';
import { trimmed } from '@solostead/contract/visible';

export interface PaletteTarget {
  /** The application that commands are meant for. */
  row: Row | undefined;
  onOpen: (id: string) => void;
  /** Called with a text to show all that match in the list. */
  onSearch: (text: string) => void;
}

interface Props extends PaletteTarget, DialogControl {
  page: PalettePage;
}

export default function Palette({ page, row, onOpen, onSearch, ...dialog }: Props) {
  if (page === 'assign' && row) return <AssignTo row={row} {...dialog} />;
  if (page === 'tag' && row) return <TagWith row={row} {...dialog} />;
  return <AllCommands onOpen={onOpen} onSearch={onSearch} {...dialog} />;
}

/** Chooses the assignee of an application, oneself first, no assignee last. */
function AssignTo({ row, ...dialog }: DialogControl & { row: Row }) {
  const [text, setText] = useState('');
  const { reviewers, nameOf, labelOf } = usePeople();
  const { user_id: myId } = useMe();
  const { assign } = useQuickChanges();
  const option = (assignee: Assignee, label = assignee.name, about = '') => ({
    id: `assign.${assignee.id}`,
    label,
    about,
    aliases: about,
    run: () => void assign(row, assignee),
  });
  const others = reviewers.filter(({ user_id: id }) => id !== myId);
  const me = reviewers.filter(({ user_id: id }) => id === myId);
  const options = [
    ...me.map(({ user_id: id }) => option({ id, name: nameOf(id) }, 'Me', nameOf(id))),
    ...others.map((person) =>
      option({ id: person.user_id, name: nameOf(person.user_id) }, labelOf(person), person.email),
    ),
    option({ id: null, name: words.noAssignee }, 'Unassign', words.noAssignee),
  ].filter(({ id }) => id !== `assign.${row.assignee}`);
  const label = phrase`Assign ${row.name} to`;
  const found = matching(text, options);
  return (
    <PaletteDialog
      {...{ ...dialog, label, text }}
      placeholder="A person of the lab"
      onText={setText}
      sections={[{ label, options: found }]}
      people={found.filter(({ id }) => id !== 'assign.null').length}
    />
  );
}

/** Adds and removes an application's tags, new ones included. */
function TagWith({ row, ...dialog }: DialogControl & { row: Row }) {
  const [text, setText] = useState('');
  const { data: tags = [] } = useQuery(tagsQuery);
  const { tag: change } = useQuickChanges();
  const option = (tag: string): Option => {
    const isOn = !row.tags.includes(tag);
    return {
      id: `tag.${tag}`,
      label: fill(isOn ? 'Tag {name} “{tag}”' : 'Take “{tag}” off {name}', { name: row.name, tag }),
      aliases: tag,
      run: () => void change(row, tag, isOn),
    };
  };
  const typed = trimmed(text).toLowerCase().slice(0, reviewLimits.tagLength);
  const known = [...new Set([...row.tags, ...tags])];
  const options = matching(text, known.map(option));
  const isNew = typed !== '' && !known.includes(typed);
  const label = phrase`Tags of ${row.name}`;
  return (
    <PaletteDialog
      {...{ ...dialog, label, text }}
      placeholder="A tag"
      onText={setText}
      sections={[{ label, options: isNew ? [...options, option(typed)] : options }]}
    />
  );
}
