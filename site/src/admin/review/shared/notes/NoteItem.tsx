import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { Button } from '#ui/Button.tsx';
import { showToast } from '#ui/toast/show.ts';
import { useUndoable } from '../../kernel/commands/CommandsProvider.tsx';
import { call } from '../../kernel/data/call.ts';
import { type Note, noteVersion } from '../../kernel/data/shapes/application.ts';
import { useApplicationSave } from '../../kernel/data/saves.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { useHidesOthers } from '../../kernel/data/queries.ts';
import { When } from '../../kernel/format/time.tsx';
import { OutLink } from '../person/Fact.tsx';
import { MemberName } from '../../kernel/people/MemberName.tsx';
import { hasDraft } from '../../kernel/drafts/drafts.ts';
import { ErrorState } from '../../kernel/states/Placeholder.tsx';
import { NoteEditor } from './NoteEditor.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { piecesOf, type Piece } from './note-text.ts';
import styles from './Notes.module.css';

/** Removes a note, and puts it back as the same note when that is undone. */
function useRemoval(noteId: string) {
  const undoable = useUndoable();
  const restoring = useApplicationSave({
    send: () => call('review_note_restore', { note_id: noteId }),
    done: () => showToast({ title: 'Note restored' }),
    retries: true,
  });
  return useApplicationSave({
    send: () => call('review_note_remove', { note_id: noteId }),
    done: () =>
      showToast({ title: 'Note removed', action: undoable(async () => void (await restoring.save())) }),
    retries: true,
  }).save;
}

/** A note, its earlier versions, and what one may do with it. */
export function NoteItem({ note }: { note: Note }) {
  const { user_id: myId, isOwner, mayReview } = useMe();
  const hidesOthers = useHidesOthers();
  const isMine = note.author === myId;
  const [isEditing, setEditing] = useState(() => hasDraft(myId, `note.${note.id}`));
  const remove = useRemoval(note.id);
  return (
    <article className={`stack gap-2 ${styles['note']}`}>
      <p className={`row flex-wrap small gap-x-3 gap-y-1 ${styles['by']}`}>
        <MemberName id={note.author} email={note.author_email} />
        <span>
          <When at={note.created_at} />
          {note.version > 1 && <span>, edited</span>}
        </span>
      </p>
      {isEditing ? (
        <NoteEditor note={note} onClose={() => setEditing(false)} />
      ) : (
        <>
          <NoteText body={note.body} mentions={note.mentions} />
          <div className="cluster gap-x-4 gap-y-2 touch">
            {mayReview && (isMine || !hidesOthers) && (
              <Button look="text" onClick={() => setEditing(true)}>
                Edit
              </Button>
            )}
            {mayReview && (isOwner || isMine) && (
              <Button look="text" onClick={() => void remove()}>
                Remove
              </Button>
            )}
          </div>
          {note.version > 1 && <NoteVersions note={note} />}
        </>
      )}
    </article>
  );
}

/** The earlier versions of a note with their authors, loaded on demand. */
function NoteVersions({ note }: { note: Note }) {
  const [isOpen, setOpen] = useState(false);
  const {
    data: versions = [],
    error,
    refetch,
  } = useQuery({
    queryKey: ['application', note.application_id, 'versions', note.id, note.version],
    queryFn: () => call('review_note_versions', { note_id: note.id }, z.array(noteVersion)),
    enabled: isOpen,
  });
  return (
    <details className="touch" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="small">Earlier versions</summary>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      <ol className={`stack gap-3 ${styles['earlier']}`}>
        {versions
          .filter(({ version }) => version < note.version)
          .map(({ version, body, editor, editor_email: email, at }) => (
            <li key={version}>
              <p className={`row flex-wrap small gap-x-3 gap-y-1 ${styles['by']}`}>
                <MemberName id={editor} email={email} />
                <span>
                  <span>{`version ${version}, `}</span>
                  <When at={at} />
                </span>
              </p>
              <NoteText body={body} mentions={note.mentions} />
            </li>
          ))}
      </ol>
    </details>
  );
}

/** A note's text with its lines, links, bold words and mentions. */
function NoteText({ body, mentions }: Pick<Note, 'body' | 'mentions'>) {
  return (
    <p className="written">
      {piecesOf(body, mentions).map((piece, place) => (
        <Shown key={place} piece={piece} />
      ))}
    </p>
  );
}

function Shown({ piece }: { piece: Piece }) {
  const { user_id: myId } = useMe();
  const { addressOf } = usePeople();
  if (piece.kind === 'text') return <span>{piece.text}</span>;
  if (piece.kind === 'bold') return <strong className="font-semibold">{piece.text}</strong>;
  if (piece.kind === 'mention')
    return (
      <span
        className={styles['mention']}
        data-mine={piece.memberIds.includes(myId) || undefined}
        title={piece.memberIds.map(addressOf).filter(Boolean).join(', ') || undefined}
      >
        {piece.text}
      </span>
    );
  return <OutLink href={piece.href}>{piece.text}</OutLink>;
}
