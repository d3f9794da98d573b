import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { type Note, type NoteVersion, noteVersion } from '../../kernel/data/shapes/application.ts';
import { MentionField } from './MentionField.tsx';
import { fits } from './NoteField.tsx';
import { Conflict } from '../../kernel/conflicts/Conflict.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { phrase } from '../../kernel/words.ts';
import { call } from '../../kernel/data/call.ts';
import { applicationQuery } from '../../kernel/data/queries.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { useDraft } from '../../kernel/drafts/drafts.ts';
import { useMentioned } from './use-mention-list.ts';

const savedNote = z.object({ id: z.string(), version: z.number() });

/** A version that someone else saved during the edit, until the person decides. */
function useTheirs(note: Note) {
  const [theirs, setTheirs] = useState<NoteVersion | null>(null);
  const client = useQueryClient();
  const { nameOf } = usePeople();
  const describe = ({ editor, editor_email: email }: NoteVersion) =>
    phrase`${nameOf(editor, email)} saved another version while you were writing.`;
  const tellLate = (version: NoteVersion) => {
    const application = client.getQueryData(applicationQuery(note.application_id).queryKey);
    showToast({
      title: phrase`${application?.row.name ?? 'Application'}: note not saved`,
      text: `${describe(version)} Your text is saved with the note.`,
      tone: 'danger',
    });
  };
  return { theirs, setTheirs, describe, tellLate };
}

function useNoteEditing(note: Note, onClose: () => void) {
  const draft = useDraft(`note.${note.id}`, note.body, note.version);
  const { theirs, setTheirs, describe, tellLate } = useTheirs(note);
  const { pick, mentionsOf } = useMentioned(note.mentions);

  const { save, isSaving } = useApplicationSave({
    send: ({ name, body, ...place }: { name: string; body: string }) =>
      call(name, { ...place, body, mentions: mentionsOf(body) }, savedNote),
    done: ({ id, version }, { body }) => {
      if (draft.clear(body)) return onClose();
      if (id !== note.id) return undefined;
      draft.continueFrom(body, version);
      return setTheirs(null);
    },
    conflict: { shape: noteVersion, take: setTheirs, late: tellLate },
    retries: true,
  });
  const saveAs = (name: string, place: object) =>
    fits(draft.text) && save({ ...place, name, body: draft.text });
  return {
    draft,
    theirs: theirs && { body: theirs.body, text: describe(theirs) },
    isSaving,
    pick,
    leave: () => {
      draft.clear();
      onClose();
    },
    /** Saves over the version that was shown, the first one or `theirs`. */
    saveOver: () => {
      const version = theirs?.version ?? draft.seenVersion;
      saveAs('review_note_edit', { note_id: note.id, seen_version: version });
    },
    saveAsNew: () => saveAs('review_note_add', { application_id: note.application_id }),
  };
}

/** Editing a note. When someone else saved it in between, both versions stand side by side until one decides. */
export function NoteEditor({ note, onClose }: { note: Note; onClose: () => void }) {
  const { draft, theirs, isSaving, pick, leave, saveOver, saveAsNew } = useNoteEditing(note, onClose);
  return (
    <>
      {theirs && <Conflict role="alert" text={theirs.text} theirs={theirs.body} yours={draft.text} />}
      <MentionField
        label="Edit note"
        {...draft.field}
        onPick={pick}
        onDone={() => draft.isUnsaved && !theirs && saveOver()}
      />
      <div className="cluster gap-x-4 gap-y-2 touch">
        {theirs ? (
          <>
            <Button onClick={saveOver}>Save mine as the newer version</Button>
            <Button onClick={saveAsNew}>Save mine as a separate note</Button>
          </>
        ) : (
          <Button disabled={!draft.isUnsaved || !fits(draft.text)} onClick={saveOver}>
            {isSaving ? 'Saving…' : 'Save'}
          </Button>
        )}
        <Button look="text" onClick={leave}>
          {theirs ? 'Discard mine' : 'Cancel'}
        </Button>
      </div>
    </>
  );
}
