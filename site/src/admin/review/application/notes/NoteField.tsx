import type { Ref } from 'react';
import { TextArea } from '../../controls/TextArea.tsx';
import { sayCount } from '../../format/number.ts';
import { fill, useWords } from '../../words.tsx';

/** The most that a note holds, in characters; the database's own bound. */
const MOST = 10_000;
/** From here on the count of what is left is shown. */
const NEAR = 1_000;

/** Code points after trimming: as the database counts. */
const lengthOf = (text: string) => [...text.trim()].length;
export const fits = (text: string) => lengthOf(text) <= MOST;

interface Props {
  label: string;
  text: string;
  isUnsaved: boolean;
  onChange: (text: string) => void;
  /** Ctrl and Enter, or Command and Enter: done writing. */
  onDone: () => void;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A note's text. Too long a text is kept whole and said to be too long: nothing pasted is cut. */
export function NoteField({ label, text, isUnsaved, onChange, onDone, ref }: Props) {
  const { notes } = useWords();
  const left = MOST - lengthOf(text);
  const hint = left < NEAR ? fill(notes.left, { count: sayCount(left) }) : isUnsaved ? notes.kept : '';
  return (
    <TextArea
      ref={ref}
      label={label}
      rows={4}
      value={text}
      error={left < 0 ? fill(notes.over, { count: sayCount(-left) }) : undefined}
      hint={hint}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onDone();
      }}
    />
  );
}
