import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { call } from '../data/call.ts';
import { asReviewError } from '../data/review-error.ts';
import type { Note, NoteVersion } from '../data/shapes.ts';
import { useRefresh, useReport } from '../data/useReport.ts';
import { fill, useWords } from '../words.tsx';
import { useDraft } from './drafts.ts';
import { fits, NoteField } from './NoteField.tsx';
import styles from './ApplicationPanel.module.css';

/** Editing a note. When someone else saved it in between, both versions stand side by side until one decides. */
export function NoteEditor({ note, onClose }: { note: Note; onClose: () => void }) {
  const words = useWords();
  // What was there when the editing began: a newer version must not slip in under the text.
  const [seen, setSeen] = useState({ version: note.version, body: note.body });
  const draft = useDraft(`note.${note.id}`, seen.body);
  const [theirs, setTheirs] = useState<NoteVersion | null>(null);
  const [isSaving, setSaving] = useState(false);
  const [report, refresh] = [useReport(), useRefresh()];

  const leave = () => {
    draft.clear();
    onClose();
  };
  const save = async (work: () => Promise<unknown>) => {
    if (isSaving || !fits(draft.text)) return;
    setSaving(true);
    try {
      await work();
      leave();
    } catch (cause) {
      const { trouble, detail } = asReviewError(cause);
      if (trouble === 'conflict' && detail) {
        setTheirs(detail as NoteVersion);
      } else report(cause, () => void save(work));
    }
    setSaving(false);
    await refresh();
  };
  const edit = (version: number) => () =>
    call('review_note_edit', { note_id: note.id, seen_version: version, body: draft.text });
  const add = () => call('review_note_add', { application_id: note.application_id, body: draft.text });

  return (
    <>
      {theirs && (
        <div role="alert" className={styles['notes']}>
          <p>{fill(words.notes.conflict, { who: theirs.editor_email ?? words.someone })}</p>
          <div className={styles['versions']}>
            <div>
              <p className={styles['quiet']}>{words.notes.theirs}</p>
              <div className={styles['version']}>{theirs.body}</div>
            </div>
            <div>
              <p className={styles['quiet']}>{words.notes.yours}</p>
              <div className={styles['version']}>{draft.text}</div>
            </div>
          </div>
        </div>
      )}
      <NoteField
        label={words.notes.editLabel}
        text={draft.text}
        isUnsaved={draft.isUnsaved}
        onChange={draft.change}
      />
      <div className={styles['ways']}>
        {theirs ? (
          <>
            <Button
              onClick={() => {
                setSeen({ version: theirs.version, body: seen.body });
                void save(edit(theirs.version));
              }}
            >
              {words.notes.saveMine}
            </Button>
            <Button onClick={() => void save(add)}>{words.notes.addMine}</Button>
            <Button look="text" onClick={leave}>
              {words.notes.takeTheirs}
            </Button>
          </>
        ) : (
          <>
            <Button
              disabled={!draft.isUnsaved || !fits(draft.text)}
              onClick={() => void save(edit(seen.version))}
            >
              {isSaving ? words.saving : words.save}
            </Button>
            <Button look="text" onClick={leave}>
              {words.cancel}
            </Button>
          </>
        )}
      </div>
    </>
  );
}
