import { useRef, type RefObject } from 'react';
import { NoteField, type NoteFieldProps } from './NoteField.tsx';
import { useMentionList } from './use-mention-list.ts';
import { usePopover } from '../../kernel/controls/use-popover.ts';
import { Disc } from '../../kernel/people/MemberName.tsx';
import type { Person } from '../../kernel/data/shapes/people.ts';
import styles from './Notes.module.css';

interface Props extends Pick<NoteFieldProps, 'label' | 'text' | 'isUnsaved' | 'onChange' | 'onDone'> {
  onPick: (id: string) => void;
  ref?: RefObject<HTMLTextAreaElement | null>;
}

/** A note's text. An '@' in it suggests members. */
export function MentionField({ onPick, ref, ...note }: Props) {
  const own = useRef<HTMLTextAreaElement>(null);
  const field = ref ?? own;
  const list = useMentionList({ field, text: note.text, onChange: note.onChange, onPick });
  const { id, marked, shown } = list;
  return (
    <div className="relative">
      <NoteField
        {...note}
        ref={field}
        hint="Type @ to mention. Links and **bold** are shown as such."
        aria-autocomplete="list"
        aria-controls={marked && id}
        aria-activedescendant={optionId(id, marked)}
        onSelect={({ currentTarget }) => list.follow(currentTarget)}
        onInput={({ currentTarget }) => list.follow(currentTarget)}
        onBlur={list.close}
        onKeyDown={list.press}
      />
      <p className="visually-hidden" role="status">
        {list.announcement}
      </p>
      {shown.length > 0 && (
        <Offered {...{ id, field, marked, shown }} onPick={list.pick} onClose={list.close} />
      )}
    </div>
  );
}

interface OfferedProps {
  id: string;
  field: RefObject<HTMLElement | null>;
  onClose: () => void;
  shown: readonly Person[];
  marked: Person | undefined;
  onPick: (person: Person) => void;
}

const optionId = (id: string, person: Person | undefined) => person && `${id}-${person.user_id}`;

/** The suggested members at the field, which keeps the keys. */
function Offered({ id, field, shown, marked, onPick, onClose }: OfferedProps) {
  const list = usePopover<HTMLDivElement>(field, onClose);
  return (
    <div
      ref={list}
      id={id}
      popover="manual"
      role="listbox"
      aria-label="Mention"
      className={`floating hanging text-sm ${styles['offered']}`}
    >
      {shown.map((person) => (
        // The field has the focus and the keys: useMentionList.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={person.user_id}
          id={optionId(id, person)}
          role="option"
          tabIndex={-1}
          aria-selected={person === marked}
          className={`row gap-2 ${styles['option']}`}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(person)}
        >
          <Disc id={person.user_id} name={person.name} />
          <bdi className="text-ellipsis whitespace-nowrap min-w-0">{person.name}</bdi>
          <span className="small text-ellipsis whitespace-nowrap min-w-0 ml-auto">{person.email}</span>
        </div>
      ))}
    </div>
  );
}
