import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Reads a value whenever the dialog opens, and once when the form is hydrated, because it may be open by then. Returns
 * the value and another way to read it. Only the latest read is used, whichever is answered last, and undefined keeps
 * the value before.
 */
export function useReadOnOpen<Value>(
  dialog: RefObject<HTMLDialogElement | null>,
  read: () => Promise<Value | undefined>,
): [value: Value | null, refresh: () => Promise<void>] {
  const [value, setValue] = useState<Value | null>(null);
  const reads = useRef(0);
  const refresh = useCallback(async () => {
    const mine = (reads.current += 1);
    const answer = await read();
    if (mine === reads.current && answer !== undefined) setValue(() => answer);
  }, [read]);
  useEffect(() => {
    void refresh();
    const host = dialog.current;
    const onToggle = (event: ToggleEvent) => event.newState === 'open' && void refresh();
    host?.addEventListener('toggle', onToggle);
    return () => host?.removeEventListener('toggle', onToggle);
  }, [refresh, dialog]);
  return [value, refresh];
}
