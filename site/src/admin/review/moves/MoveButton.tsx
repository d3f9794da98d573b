import { useEffect, useRef, useSyncExternalStore, useLayoutEffect, type RefObject } from 'react';
import { statusFacts } from '@solostead/contract/statuses';
import type { Row } from '../kernel/data/shapes/row.ts';
import { type MenuOptions, type MenuPlace, choose, type MoveMenuState } from './move-menu.ts';
import { useMoving } from './moving.tsx';
import { usePopover } from '../kernel/controls/use-popover.ts';
import { unreached } from './mail/describe-mail.ts';
import { phrase } from '../kernel/words.ts';
import styles from './MoveMenu.module.css';

interface Props extends MenuOptions {
  row: Row;
  place: MenuPlace;
}

/** Opens the menu of an application's moves, which hangs below it. */
export function MoveButton({ row, place, ...options }: Props) {
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
        className={`framed pressable whitespace-nowrap ${place === 'panel' ? 'text-sm' : 'text-xs'} ${styles['trigger']}`}
        aria-haspopup="menu"
        aria-expanded={open !== null}
        aria-label={`Move ${row.name}`}
        onClick={() => (open ? menu.set(null) : openMenu(row, place, options))}
      >
        Move
      </button>
      {open && <MoveMenu open={open} button={button} />}
    </>
  );
}

const marks = {
  mailed: 'emailed',
  unconfirmed: 'address not confirmed',
  bounced: 'address bounces',
} as const;

interface MoveMenuProps {
  open: MoveMenuState;
  button: RefObject<HTMLButtonElement | null>;
}

/** The moves of an application, and the switch for a mail. */
function MoveMenu({ open, button }: MoveMenuProps) {
  const { menu } = useMoving();
  const list = usePopover<HTMLDivElement>(button, () => menu.set(null), 'right');
  const { index, items, row } = open;
  useLayoutEffect(() => {
    const item = index === null ? list.current : list.current?.children[Math.min(index, items.length)];
    if (item instanceof HTMLElement) item.focus({ preventScroll: true });
  }, [list, items, index]);
  const labels = [...items.map(({ label }) => label), 'With an email…'];
  return (
    <div
      ref={list}
      popover="manual"
      role="menu"
      tabIndex={-1}
      aria-label={`Move ${row.name}`}
      className={`floating hanging ${styles['menu']}`}
      onBlur={({ relatedTarget, currentTarget }) =>
        relatedTarget && !currentTarget.contains(relatedTarget) && menu.set(null)
      }
    >
      {labels.map((label, place) => (
        <Item key={label} open={open} place={place} label={label} />
      ))}
    </div>
  );
}

/** A move, or at the last place the switch for a mail. */
function Item({ open, place, label }: { open: MoveMenuState; place: number; label: string }) {
  const { menu, carryOut } = useMoving();
  const { index, items, hasMail, row, onMoved } = open;
  const item = items[place];
  // Screen readers move the focus to it, because Enter chooses the marked item.
  const mark = () => place !== index && menu.set({ ...open, index: place });
  const isMove = item !== undefined && !item.items;
  const press = () => {
    const { menu: after, chosen } = choose(open, place);
    menu.set(after);
    if (!chosen) return;
    carryOut(chosen);
    onMoved?.();
  };
  return (
    // Keys reach the menu by the review's keyboard, whatever has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div
      role={item ? 'menuitem' : 'menuitemcheckbox'}
      aria-checked={item ? undefined : hasMail}
      tabIndex={-1}
      data-marked={place === index || undefined}
      data-key={(open.hasKeys && item?.key) || undefined}
      className={`row justify-between gap-4 text-sm ${styles['item']}`}
      onClick={press}
      onFocus={mark}
    >
      <span>{isMove && hasMail ? phrase`${label}, with an email…` : label}</span>
      {isMove && !hasMail && statusFacts[item.to].isAnswer && (
        <small className={`small ${styles['mark']}`}>{marks[unreached(row) ?? 'mailed']}</small>
      )}
    </div>
  );
}
