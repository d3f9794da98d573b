import { useCallback, useEffect, useState } from 'react';
import { holdUnsaved } from '../../session/unsaved.ts';

const KEY = 'solostead.review.draft.';

/**
 * Text that is being written. It is kept in the tab until it is saved: a lost session, a reload or another application
 * opened in its place lose nothing. While there is any, the page is not left unasked.
 */
export function useDraft(name: string, start: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(KEY + name) ?? start);
  const isUnsaved = text !== start && text.trim() !== '';
  const change = useCallback(
    (next: string) => {
      setText(next);
      sessionStorage.setItem(KEY + name, next);
    },
    [name],
  );
  const clear = useCallback(() => {
    sessionStorage.removeItem(KEY + name);
    setText(start);
  }, [name, start]);
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved]);
  return { text, change, clear, isUnsaved };
}

/** True when a draft of this name waits in this tab. */
export const hasDraft = (name: string) => sessionStorage.getItem(KEY + name) !== null;
