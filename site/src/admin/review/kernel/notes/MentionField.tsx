import { useImperativeHandle, type Ref } from 'react';
import { MentionList, optionId } from './MentionList.tsx';
import { NoteField, type NoteFieldProps } from './NoteField.tsx';
import { useMentionList } from './use-mention-list.ts';
import styles from './Notes.module.css';

export interface Focusable {
  focus: () => void;
}

interface Props extends Pick<NoteFieldProps, 'label' | 'text' | 'isUnsaved' | 'onChange' | 'onDone'> {
  onPick: (id: string) => void;
  /** Puts the caret into the field. */
  ref?: Ref<Focusable>;
}

/** A note's text. An '@' in it suggests members. */
export function MentionField({ onPick, ref, ...note }: Props) {
  const list = useMentionList({ text: note.text, onChange: note.onChange, onPick });
  const { field, id, marked } = list;
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus() }), [field]);
  return (
    <div className={styles['field']}>
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
      <MentionList {...{ id, field, marked }} shown={list.shown} onPick={list.pick} onClose={list.close} />
    </div>
  );
}
