import { Suspense, useState } from 'react';
import { lazyPart } from '../../../ui/part/lazyPart.tsx';
import { stoppedDialog } from '../parts/stoppedDialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { movesQuery } from '../data/queries.ts';
import type { Status } from '../data/shapes.ts';
import { useWords } from '../words.tsx';
import styles from './MoveMenu.module.css';

const load = () => import('./MoveMenu.tsx');
const MoveMenu = lazyPart(load, stoppedDialog);
/** What does not come now is asked for again when it is wanted. */
const prepare = () => void load().catch(() => {});

interface Props {
  from: Status;
  name: string;
  onChoose: (to: Status) => void;
  id?: string;
}

/** Opens the menu of moves. The menu's script comes when a hand or a focus comes near, not with the list. */
export function MoveButton(props: Props) {
  const words = useWords();
  useQuery(movesQuery);
  const [isWanted, setWanted] = useState(false);
  const button = (
    <button
      type="button"
      id={props.id}
      className={styles['trigger']}
      aria-haspopup="menu"
      aria-label={`${words.move.label} ${props.name}`}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setWanted(true)}
    >
      {words.move.label}
    </button>
  );
  return isWanted ? (
    <Suspense fallback={button}>
      <MoveMenu {...props} onClose={() => setWanted(false)} />
    </Suspense>
  ) : (
    button
  );
}
