import { Conflict } from '../conflicts/Conflict.tsx';
import type { NoteVersion } from '../data/shapes/application.ts';
import { usePeople } from '../people/use-people.ts';
import { fill } from '../words.ts';

/** Shows both versions of a note until the person decides. */
export function NoteConflict({ theirs, yours }: { theirs: NoteVersion; yours: string }) {
  const { nameOf } = usePeople();
  const who = nameOf(theirs.editor, theirs.editor_email);
  return (
    <Conflict
      role="alert"
      text={fill('{who} saved another version while you were writing.', { who })}
      theirs={theirs.body}
      yours={yours}
    />
  );
}
