import { useLayoutEffect, useRef } from 'react';
import { followModals } from '../../../../ui/toast/place.ts';

/** A `dialog` that is modal while it is rendered, and restores the focus. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement;
    element?.showModal();
    return () => {
      element?.close();
      // Toasts shown in the dialog must stay readable after it has closed.
      followModals();
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    };
  }, []);
  return dialog;
}
