import { useLayoutEffect, useRef } from 'react';
import { followModals, topModal } from '../../../../ui/toast/place.ts';

/** A `dialog` that is modal while it is rendered, closes before Back leaves what is below it, and restores the focus. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current!;
    const opener = document.activeElement;
    element.showModal();
    const { navigation } = window;
    const closeFirst = (event: NavigateEvent) => {
      if (event.navigationType !== 'traverse' || topModal() !== element || !element.requestClose) return;
      event.preventDefault();
      element.requestClose();
    };
    // Older browsers lack one of the two, and Back leaves what is below the dialog, too.
    navigation?.addEventListener('navigate', closeFirst);
    return () => {
      navigation?.removeEventListener('navigate', closeFirst);
      element.close();
      // Toasts shown in the dialog must stay readable after it has closed.
      followModals();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return dialog;
}
