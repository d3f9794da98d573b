import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { followModals, topModal } from '#ui/toast/place.ts';

/**
 * A `dialog` that is modal while it is rendered, closes before Back leaves what is below it, and restores the focus.
 * `onClose` is called when the browser closes it.
 */
export function useModal(onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leave = useEffectEvent((event: Event) => {
    if (event.target === dialog.current && !event.defaultPrevented) flushSync(onClose);
  });
  useLayoutEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    element.showModal();
    const gone = new AbortController();
    const { signal } = gone;
    // Escape and Back send `cancel` at once. Whatever else closes the dialog sends `close`, which may come after the
    // next keys.
    for (const type of ['cancel', 'close'])
      element.addEventListener(type, (event) => leave(event), { signal });
    const closeFirst = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || topModal() !== element || !element.requestClose) return;
      event.preventDefault();
      element.requestClose();
    };
    // Older browsers lack one of the two, and Back leaves what is below the dialog, too.
    window.navigation?.addEventListener('navigate', closeFirst, { signal });
    return () => {
      gone.abort();
      element.close();
      // Toasts shown in the dialog must stay readable after it has closed.
      followModals();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return dialog;
}
