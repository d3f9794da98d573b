import { useCallback, useEffect, useState } from 'react';
import { forgetText, keepText, keptText } from '../../../ui/keep-text.ts';
import { DRAFTS, holdUnsaved } from '../../session/unsaved.ts';
import { useMe } from '../me.tsx';

/** Each person's own: the next person to sign in in this tab does not find it. */
export const keyOf = (userId: string, name: string) => `${DRAFTS}${userId}.${name}`;

/**
 * Text that is being written. It is kept in the tab until it is saved: a lost session, a reload or another application
 * opened in its place lose nothing. While there is any, the page is not left unasked. `clear` with the text that was saved
 * leaves what was written since.
 */
export function useDraft(name: string, start: string) {
  const { user_id: myId } = useMe();
  const key = keyOf(myId, name);
  const [text, setText] = useState(() => keptText('sessionStorage', key) ?? start);
  const isUnsaved = text !== start && text.trim() !== '';
  const change = useCallback(
    (next: string) => {
      setText(next);
      keepText('sessionStorage', key, next);
    },
    [key],
  );
  const clear = useCallback(
    (saved?: string) => {
      const kept = keptText('sessionStorage', key);
      if (saved !== undefined && kept !== null && kept !== saved) return;
      forgetText('sessionStorage', key);
      setText(start);
    },
    [key, start],
  );
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved]);
  return { text, change, clear, isUnsaved };
}

/** True when this person's draft of this name waits in this tab. */
export const hasDraft = (userId: string, name: string) =>
  keptText('sessionStorage', keyOf(userId, name)) !== null;
