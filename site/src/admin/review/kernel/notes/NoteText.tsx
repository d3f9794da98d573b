import type { Note } from '../data/shapes/application.ts';
import { usePeople } from '../people/use-people.ts';
import { useMe } from '../data/me.tsx';
import { piecesOf, type Piece } from './note-text.ts';
import styles from './Notes.module.css';

/** A note's text with its lines, links, bold words and mentions. */
export function NoteText({ body, mentions = [] }: Pick<Note, 'body'> & Partial<Pick<Note, 'mentions'>>) {
  return (
    <p className={styles['body']}>
      {piecesOf(body, mentions).map((piece, place) => (
        <Shown key={place} piece={piece} />
      ))}
    </p>
  );
}

function Shown({ piece }: { piece: Piece }) {
  const { user_id: myId } = useMe();
  const { addressOf } = usePeople();
  if (piece.kind === 'text') return piece.text;
  if (piece.kind === 'bold') return <strong>{piece.text}</strong>;
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
  return (
    <a href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
      {piece.text}
    </a>
  );
}
