import { useEffect, type RefObject } from 'react';

/** Reads again whenever the dialog opens, and once when the form is hydrated, because it may be open by then. */
export function useOnOpen(dialog: RefObject<HTMLDialogElement | null>, read: () => void): void {
  useEffect(() => {
    read();
    const host = dialog.current;
    const onToggle = (event: ToggleEvent) => event.newState === 'open' && read();
    host?.addEventListener('toggle', onToggle);
    return () => host?.removeEventListener('toggle', onToggle);
  }, [read, dialog]);
}
