import { useCallback, useRef } from 'react';
import { usePeople } from '../../people/use-people.ts';
import { mentionedIn } from './mentioning.ts';
import type { Mention } from './note-text.ts';

/** Whom a note that is being written mentions; `before`: whom it mentioned when that began. */
export function useMentioned(before: readonly Mention[] = []) {
  const { people } = usePeople();
  const picked = useRef(new Set<string>());
  const pick = useCallback((id: string) => void picked.current.add(id), []);
  return { pick, mentionsOf: (text: string) => mentionedIn(text, people, picked.current, before) };
}
