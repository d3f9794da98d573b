import { useEffectEvent, useLayoutEffect, useRef, type FocusEvent } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import type { RowLinks } from '../../kernel/rows/row-links.ts';
import { useWasMoved } from '../../moves/moving.tsx';

/** A card that was moved here takes the focus along. */
export function useFocusOnMove(row: Row, links: RowLinks) {
  const { id } = row;
  const link = useRef<HTMLAnchorElement>(null);
  const wasMoved = useWasMoved(row);
  useLayoutEffect(() => {
    if (wasMoved && document.activeElement === document.body) link.current?.focus();
  }, [wasMoved]);
  useLayoutEffect(() => links.keep(id)(link.current), [id, links]);
  return link;
}

/** Gives the focus of a card that is about to be removed to the one in its place, or to the board. */
function passFocusOn(card: HTMLElement): void {
  const neighbour = card.nextElementSibling ?? card.previousElementSibling;
  const heirs = [neighbour?.querySelector('a'), card.closest<HTMLElement>('[role=group]')];
  // The same render may draw the card in another column, where it takes the focus along.
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return;
    heirs.find((heir) => heir?.isConnected)?.focus({ preventScroll: true });
  });
}

/**
 * Makes the card the target of commands while it has the focus, or a dialog that was opened over it. Returns the
 * properties of its element.
 */
export function useTarget(row: Row, onTarget: (row: Row | null) => void) {
  const item = useRef<HTMLLIElement>(null);
  const isTarget = useRef(false);
  const tell = useEffectEvent(onTarget);
  useLayoutEffect(() => {
    if (isTarget.current) tell(row);
  }, [row]);
  useLayoutEffect(() => {
    const card = item.current!;
    return () => {
      if (!isTarget.current) return;
      tell(null);
      passFocusOn(card);
    };
  }, []);
  const setTarget = (is: boolean) => {
    isTarget.current = is;
    onTarget(is ? row : null);
  };
  return {
    ref: item,
    onFocus: () => setTarget(true),
    onBlur: ({ relatedTarget }: FocusEvent) =>
      relatedTarget?.closest('dialog') ? undefined : setTarget(false),
  };
}
