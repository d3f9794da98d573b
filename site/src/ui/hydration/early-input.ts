import { useSyncExternalStore } from 'react';

/**
 * Forms can be sent, and buttons pressed, before their script has arrived. The page (pages/index.astro and
 * ui/hydration/hydrate-on-interaction.ts) stops such a submission and leaves these marks, so that nothing is lost, no dialog is
 * closed and no input ends up in an address.
 */
function takeMark(element: HTMLElement, mark: 'sentEarly' | 'pressedEarly'): boolean {
  const isMarked = mark in element.dataset;
  delete element.dataset[mark];
  return isMarked;
}

/** Returns true once when the form was sent before its script ran. The script then sends it. */
export const wasSentEarly = (form: HTMLFormElement): boolean => takeMark(form, 'sentEarly');

/** Returns true once when the button was pressed before its script ran. The script then acts on it. */
export const wasPressedEarly = (button: HTMLButtonElement): boolean => takeMark(button, 'pressedEarly');

const never = () => () => {};

/** Returns false in the page's HTML and in the first render over it, then true, for parts that need a script. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
