import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { call } from '../data/call.ts';
import { type Note, noteVersion } from '../data/shapes/application.ts';
import { When } from '../format/time.tsx';
import { MemberName } from '../people/MemberName.tsx';
import { NoteText } from './NoteText.tsx';
import styles from './Notes.module.css';

/** The earlier versions of a note with their authors, loaded on demand. */
export function NoteVersions({ note }: { note: Note }) {
  const [isOpen, setOpen] = useState(false);
  const { data: versions = [] } = useQuery({
    queryKey: ['application', note.application_id, 'versions', note.id, note.version],
    queryFn: () => call('review_note_versions', { note_id: note.id }, z.array(noteVersion)),
    enabled: isOpen,
  });
  return (
    <details className={styles['versions']} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Earlier versions</summary>
      <ol className={styles['earlier']}>
        {versions
          .filter(({ version }) => version < note.version)
          .map(({ version, body, editor, editor_email: email, at }) => (
            <li key={version}>
              <p className={`row wrap small ${styles['by']}`}>
                <MemberName id={editor} email={email} />
                <span>
                  {`version ${version}`}, <When at={at} />
                </span>
              </p>
              <NoteText body={body} mentions={note.mentions} />
            </li>
          ))}
      </ol>
    </details>
  );
}
