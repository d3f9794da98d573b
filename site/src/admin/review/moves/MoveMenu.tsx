import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { isDecision, unreached } from '../telling/tells.ts';
import { fill, useWords } from '../words.tsx';
import { choose, type MoveMenuState } from './move-menu.ts';
import { useMoving } from './moving.tsx';
import styles from './MoveMenu.module.css';

const GAP_PX = 4;

interface Props {
  open: MoveMenuState;
  button: RefObject<HTMLButtonElement | null>;
}

/** Puts the menu below its button, or above it where there is no room below. */
function hang(menu: HTMLElement, button: HTMLElement): void {
  const { left, right, top, bottom } = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const isAbove = bottom + GAP_PX + height > window.innerHeight && top - GAP_PX - height > 0;
  menu.style.top = `${isAbove ? top - GAP_PX - height : bottom + GAP_PX}px`;
  menu.style.left = `${Math.max(GAP_PX, right - width > 0 ? right - width : left)}px`;
}

/** Is in the top layer and has the focus as soon as it is drawn; gives the focus back when it goes. */
function useHanging(button: Props['button'], close: () => void) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = menu.current;
    const before = document.activeElement;
    element?.showPopover();
    if (element && button.current) hang(element, button.current);
    return () => {
      const hadFocus = document.activeElement === document.body || element?.contains(document.activeElement);
      if (hadFocus && before instanceof HTMLElement && before.isConnected)
        before.focus({ preventScroll: true });
    };
  }, [button]);
  useEffect(() => {
    const follow = () => menu.current && button.current && hang(menu.current, button.current);
    const leave = ({ target }: Event) => {
      const isInside = [menu.current, button.current].some((part) => part?.contains(target as Node));
      if (!isInside) close();
    };
    window.addEventListener('scroll', follow, true);
    window.addEventListener('resize', follow);
    document.addEventListener('pointerdown', leave, true);
    return () => {
      window.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', follow);
      document.removeEventListener('pointerdown', leave, true);
    };
  }, [button, close]);
  return menu;
}

/** The moves that the database allows from where the application stands, and the switch for a mail. */
export function MoveMenu({ open, button }: Props) {
  const words = useWords();
  const { menu, labelsOf, carryOut } = useMoving();
  const list = useHanging(
    button,
    useCallback(() => menu.set(null), [menu]),
  );
  const { index, moves, hasMail, row } = open;
  useLayoutEffect(() => {
    const item = list.current?.children[index];
    if (item instanceof HTMLElement) item.focus({ preventScroll: true });
    else list.current?.focus({ preventScroll: true });
  }, [list, index]);
  const press = (place: number) => {
    const { menu: after, chosen } = choose(open, place);
    menu.set(after);
    if (chosen) carryOut(chosen);
  };
  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={`${words.move.label} ${row.name}`}
      className={styles['menu']}
      onBlur={({ relatedTarget, currentTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && menu.set(null)
      }
    >
      {labelsOf(moves).map((label, place) => (
        // Keys reach the menu by the review's keyboard, whatever has the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <div
          key={label}
          role={place < moves.length ? 'menuitem' : 'menuitemcheckbox'}
          aria-checked={place < moves.length ? undefined : hasMail}
          tabIndex={-1}
          data-marked={place === index || undefined}
          data-digit={place < moves.length ? place + 1 : undefined}
          className={styles['item']}
          onClick={() => press(place)}
          onPointerMove={() => place !== index && menu.set({ ...open, index: place })}
        >
          {place < moves.length && hasMail ? fill(words.move.withMailTo, { status: label }) : label}
          {place < moves.length && !hasMail && isDecision(moves[place]!) && (
            <small className={styles['mark']}>{words.telling.marks[unreached(row) ?? 'mailed']}</small>
          )}
        </div>
      ))}
      {moves.length === 0 && <p className={styles['none']}>{words.move.none}</p>}
    </div>
  );
}
