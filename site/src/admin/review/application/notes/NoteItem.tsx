import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../../ui/Button.tsx';
import { showToast } from '../../../../ui/toast/show.ts';
import { useUndoable } from '../../commands/use-undoable.ts';
import { call } from '../../data/call.ts';
import { list } from '../../../../supabase/decode.ts';
import { type Note, noteVersion } from '../../data/shapes/application.ts';
import { useRefresh, useReport } from '../../data/use-report.ts';
import { useMe } from '../../me.tsx';
import { useNow } from '../../format/now.ts';
import { sayWhen, When } from '../../format/time.tsx';
import { fill, useWords } from '../../words.tsx';
import { hasDraft } from '../drafts.ts';
import { NoteEditor } from './NoteEditor.tsx';
import styles from '../ApplicationPanel.module.css';

/** A note, its earlier versions, and what one may do with it. */
export function NoteItem({ note }: { note: Note }) {
  const words = useWords();
  const { user_id: myId, isOwner, mayReview } = useMe();
  const [isEditing, setEditing] = useState(() => hasDraft(myId, `note.${note.id}`));
  const [report, refresh] = [useReport(), useRefresh()];
  const undoable = useUndoable();
  const carryOut = async (work: () => Promise<unknown>, retry?: () => void) => {
    await work().catch((cause: unknown) => report(cause, retry));
    await refresh();
  };
  const { application_id: applicationId, body } = note;
  const writeAgain = (): void =>
    void carryOut(() => call('review_note_add', { application_id: applicationId, body }), writeAgain);
  const remove = () =>
    carryOut(async () => {
      await call('review_note_remove', { note_id: note.id });
      // Written again it is one's own: only what was one's own comes back as it was.
      showToast({
        title: words.notes.removed,
        ...(note.author === myId && { action: undoable(writeAgain) }),
      });
    });
  return (
    <article className={styles['note']}>
      <p className={styles['quiet']}>
        {note.author_email ?? words.someone}, <When at={note.created_at} />
        {note.version > 1 && `, ${words.notes.edited}`}
      </p>
      {isEditing ? (
        <NoteEditor note={note} onClose={() => setEditing(false)} />
      ) : (
        <>
          <p className={styles['body']}>{note.body}</p>
          <div className={styles['actions']}>
            {mayReview && (
              <Button look="text" onClick={() => setEditing(true)}>
                {words.notes.edit}
              </Button>
            )}
            {mayReview && (isOwner || note.author === myId) && (
              <Button look="text" onClick={() => void remove()}>
                {words.notes.remove}
              </Button>
            )}
          </div>
          {note.version > 1 && <Versions note={note} />}
        </>
      )}
    </article>
  );
}

function Versions({ note }: { note: Note }) {
  const words = useWords();
  const now = useNow();
  const [isOpen, setOpen] = useState(false);
  const { data: versions = [] } = useQuery({
    queryKey: ['application', note.application_id, 'versions', note.id, note.version],
    queryFn: () => call('review_note_versions', { note_id: note.id }, list(noteVersion)),
    enabled: isOpen,
  });
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.notes.versions}</summary>
      {versions
        .filter(({ version }) => version < note.version)
        .map(({ version, body, editor_email: who, at }) => (
          <div key={version} className={styles['version']}>
            <p className={styles['quiet']}>
              {fill(words.notes.version, {
                version,
                who: who ?? words.someone,
                when: sayWhen(at, now),
              })}
            </p>
            {body}
          </div>
        ))}
    </details>
  );
}
