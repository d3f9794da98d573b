import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Row } from '../kernel/data/shapes/row.ts';
import type { MenuPlace } from './move-menu.ts';
import { MoveMenu } from './MoveMenu.tsx';
import { useMoving } from './moving.tsx';
import styles from './MoveMenu.module.css';

interface Props {
  row: Row;
  place: MenuPlace;
}

/** Opens the menu of an application's moves, which hangs below it. */
export function MoveButton({ row, place }: Props) {
  const { menu, openMenu } = useMoving();
  const button = useRef<HTMLButtonElement>(null);
  const open = useSyncExternalStore(menu.subscribe, () => {
    const shown = menu.read();
    return shown?.row.id === row.id && shown.place === place ? shown : null;
  });
  const { id } = row;
  // A menu whose button is gone is gone.
  useEffect(() => () => menu.drop(id, place), [menu, id, place]);
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`framed text-sm nowrap ${styles['trigger']}`}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-label={`Move ${row.name}`}
        onClick={() => (open ? menu.set(null) : openMenu(row, place))}
      >
        Move
      </button>
      {open && <MoveMenu open={open} button={button} />}
    </>
  );
}
