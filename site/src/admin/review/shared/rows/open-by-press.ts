import type { MouseEvent } from 'react';

/** Elements that handle presses themselves. */
const PRESSABLE = 'a, button, input, label, select, summary, [role=menu], [role=dialog]';

/** Returns true if a press is not that of another control, and selects no text. */
const isMeant = ({ target, defaultPrevented }: MouseEvent) =>
  !defaultPrevented && !(target as Element).closest(PRESSABLE) && getSelection()?.isCollapsed !== false;

/**
 * Lets a press anywhere on a row or card do what its link does, to which keys and screen readers go. With Control,
 * Command or the middle button it opens a new tab.
 */
export const openByPress = (href: string, open: () => void) => ({
  onClick: (event: MouseEvent) => {
    if (!isMeant(event)) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey) window.open(href, '_blank', 'noopener');
    else open();
  },
  onAuxClick: (event: MouseEvent) => {
    if (event.button === 1 && isMeant(event)) window.open(href, '_blank', 'noopener');
  },
});
