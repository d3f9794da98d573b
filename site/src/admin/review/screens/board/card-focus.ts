import { useLayoutEffect, useRef, useState, type FocusEvent } from 'react';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useAsTarget } from '../../kernel/target.ts';
import type { RowLinks } from '../../shared/rows/row-links.ts';
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
export function useCardTarget(row: Row, onFocus: (id: string) => void) {
  const [isFocused, setFocused] = useState(false);
  const item = useRef<HTMLLIElement>(null);
  const hasFocus = useRef(false);
  useAsTarget(isFocused ? row : null);
  useLayoutEffect(() => {
    const card = item.current!;
    return () => {
      if (hasFocus.current) passFocusOn(card);
    };
  }, []);
  const note = (is: boolean) => {
    hasFocus.current = is;
    setFocused(is);
  };
  return {
    ref: item,
    onFocus: () => {
      note(true);
      onFocus(row.id);
    },
    onBlur: ({ relatedTarget }: FocusEvent) => (relatedTarget?.closest('dialog') ? undefined : note(false)),
  };
}
