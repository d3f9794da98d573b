import { useEffect, useRef } from 'react';
import { Menu } from '@base-ui/react/menu';
import { useQuery } from '@tanstack/react-query';
import { movesQuery } from '../data/queries.ts';
import type { Status } from '../data/shapes.ts';
import { useWords } from '../words.tsx';
import styles from './MoveMenu.module.css';

interface Props {
  from: Status;
  /** Whom it concerns, for screen readers: 'Move Amber Sample'. */
  name: string;
  onChoose: (to: Status) => void;
  id?: string;
  /** The button stands here again. */
  onClose: () => void;
}

/** The moves that the database allows from a status; it opens as it comes, see MoveButton. */
export default function MoveMenu({ from, name, onChoose, id }: Props) {
  const words = useWords();
  const { data: movesFrom } = useQuery(movesQuery);
  const moves = movesFrom?.(from) ?? [];
  const trigger = useRef<HTMLButtonElement>(null);
  // Whoever pressed the button that stood here wants the menu, with its first move ready for Enter.
  const isKnown = movesFrom !== undefined;
  useEffect(() => {
    if (isKnown) trigger.current?.click();
  }, [isKnown]);
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        ref={trigger}
        id={id}
        className={styles['trigger'] ?? ''}
        aria-label={`${words.move.label} ${name}`}
      >
        {words.move.label}
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className={styles['place'] ?? ''}>
          <Menu.Popup className={styles['menu'] ?? ''}>
            {moves.map((to) => (
              <Menu.Item key={to} className={styles['item'] ?? ''} onClick={() => onChoose(to)}>
                {words.statuses[to]}
              </Menu.Item>
            ))}
            {moves.length === 0 && <p className={styles['none']}>{words.move.none}</p>}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
