import { useEffect, useState } from 'react';
import { forgetText, keepText, keptText } from '../../../../ui/keep-text.ts';
import { DRAFTS, holdUnsaved } from '../../../session/unsaved.ts';
import { useMe } from './me.tsx';

/** The key includes the user, so that the next person in this tab does not see the draft. */
export const keyOf = (userId: string, name: string) => `${DRAFTS}${userId}.${name}`;

/**
 * Keeps a text in the tab while it is being written, so that an ended session, a reload or another application loses
 * nothing. `field` is for a NoteField. The page asks before it is left with a draft. `clear` with the saved text keeps what was written since.
 */
export function useDraft(name: string, start: string) {
  const { user_id: myId } = useMe();
  const key = keyOf(myId, name);
  const [text, setText] = useState(() => keptText('sessionStorage', key) ?? start);
  const isUnsaved = text !== start && text.trim() !== '';
  const change = (next: string) => {
    setText(next);
    keepText('sessionStorage', key, next);
  };
  const clear = (saved?: string) => {
    const kept = keptText('sessionStorage', key);
    if (saved !== undefined && kept !== null && kept !== saved) return;
    forgetText('sessionStorage', key);
    setText(start);
  };
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved]);
  return { text, change, clear, isUnsaved, field: { text, isUnsaved, onChange: change } };
}

/** True when this person's draft of this name waits in this tab. */
export const hasDraft = (userId: string, name: string) =>
  keptText('sessionStorage', keyOf(userId, name)) !== null;
