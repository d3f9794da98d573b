import { Conflict } from '../conflicts/Conflict.tsx';
import type { NoteVersion } from '../data/shapes/application.ts';
import { usePeople } from '../people/use-people.ts';
import { fill, useWords } from '../words.tsx';

/** Shows both versions of a note until the person decides. */
export function NoteConflict({ theirs, yours }: { theirs: NoteVersion; yours: string }) {
  const { notes } = useWords();
  const { nameOf } = usePeople();
  const who = nameOf(theirs.editor, theirs.editor_email);
  return <Conflict role="alert" text={fill(notes.conflict, { who })} theirs={theirs.body} yours={yours} />;
}
