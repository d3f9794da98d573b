import { useRef, useState } from 'react';
import { Button } from '../../../../ui/Button.tsx';
import { useCommands } from '../../commands/use-commands.ts';
import { call } from '../../data/call.ts';
import { useRefresh, useReport } from '../../data/use-report.ts';
import { useWords } from '../../words.tsx';
import { useDraft } from '../drafts.ts';
import { MentionField, type Focusable } from './MentionField.tsx';
import { fits } from './NoteField.tsx';
import { useMentioned } from './use-mentioned.ts';
import styles from './Notes.module.css';

/** Writing a note; the text leaves the field only when the database has it. */
export function NewNote({ applicationId }: { applicationId: string }) {
  const words = useWords();
  const draft = useDraft(`new.${applicationId}`, '');
  const [isSaving, setSaving] = useState(false);
  const [report, refresh] = [useReport(), useRefresh()];
  const field = useRef<Focusable>(null);
  const { pick, mentionsOf } = useMentioned();
  useCommands([{ id: 'note.write', run: () => field.current?.focus() }]);
  const canSave = draft.isUnsaved && fits(draft.text);
  const save = async () => {
    if (!canSave || isSaving) return;
    setSaving(true);
    try {
      const body = draft.text;
      const mentions = mentionsOf(body);
      await call('review_note_add_mentioning', { application_id: applicationId, body, mentions });
      draft.clear(body);
    } catch (cause) {
      report(cause, () => void save());
    }
    setSaving(false);
    await refresh();
  };
  return (
    <form
      className={styles['note']}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <MentionField
        ref={field}
        label={words.notes.label}
        text={draft.text}
        isUnsaved={draft.isUnsaved}
        onChange={draft.change}
        onPick={pick}
        onDone={() => void save()}
      />
      <div className={styles['actions']}>
        <Button type="submit" disabled={!canSave} aria-disabled={isSaving || undefined}>
          {isSaving ? words.saving : words.notes.add}
        </Button>
      </div>
    </form>
  );
}
