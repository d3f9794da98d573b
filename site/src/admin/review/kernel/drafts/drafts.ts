import { useEffect, useState } from 'react';
import { forgetText, keepText, storedText } from '#ui/keep-text.ts';
import { DRAFTS, holdUnsaved } from '../../../session/unsaved.ts';
import { useMe } from '../data/me.tsx';
import { trimmed } from '@solostead/contract/visible';

/** The key includes the user, so that the next person in this tab does not see the draft. */
export const keyOf = (userId: string, name: string) => `${DRAFTS}${userId}.${name}`;

const versionKeyOf = (key: string) => `${key}.version`;

/** Forgets a draft and the version that it began from. */
export function forgetDraft(key: string): void {
  forgetText('sessionStorage', key);
  forgetText('sessionStorage', versionKeyOf(key));
}

/**
 * Keeps a text in the tab while it is being written, so that an ended session, a reload or another application loses
 * nothing. `field` is for a NoteField. The page asks before it is left with a draft. `clear` with the saved text
 * returns false and keeps the draft if more was written since.
 *
 * A draft of something with versions keeps the one that it began from as `seenVersion`, so that a version saved since
 * is a conflict, even after a reload. `continueFrom` replaces it.
 */
export function useDraft(name: string, loaded: string, version?: number) {
  const { user_id: myId } = useMe();
  const key = keyOf(myId, name);
  const versionKey = versionKeyOf(key);
  const [text, setText] = useState(() => storedText('sessionStorage', key) ?? loaded);
  const [start, setStart] = useState(() => ({
    text: loaded,
    version: Number(storedText('sessionStorage', versionKey) ?? version ?? 1),
  }));
  const isUnsaved = text !== start.text && trimmed(text) !== '';
  const change = (next: string) => {
    setText(next);
    keepText('sessionStorage', key, next);
    if (version !== undefined) keepText('sessionStorage', versionKey, String(start.version));
  };
  const clear = (saved?: string): boolean => {
    const stored = storedText('sessionStorage', key);
    if (saved !== undefined && stored !== null && stored !== saved) return false;
    forgetDraft(key);
    setText(start.text);
    return true;
  };
  const continueFrom = (saved: string, savedVersion: number) => {
    setStart({ text: saved, version: savedVersion });
    keepText('sessionStorage', versionKey, String(savedVersion));
  };
  useEffect(() => (isUnsaved ? holdUnsaved() : undefined), [isUnsaved]);
  const field = { text, isUnsaved, onChange: change };
  return { text, seenVersion: start.version, change, clear, continueFrom, isUnsaved, field };
}

/** True when this person's draft of this name waits in this tab. */
export const hasDraft = (userId: string, name: string) =>
  storedText('sessionStorage', keyOf(userId, name)) !== null;
