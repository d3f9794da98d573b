import { useCallback, useRef } from 'react';
import { usePeople } from '../people/use-people.ts';
import { mentionedIn } from './mentioning.ts';
import type { Mention } from './note-text.ts';

/** The mentions of a note being written. `before` lists the original ones. */
export function useMentioned(before: readonly Mention[] = []) {
  const { people } = usePeople();
  const picked = useRef(new Set<string>());
  const pick = useCallback((id: string) => void picked.current.add(id), []);
  return { pick, mentionsOf: (text: string) => mentionedIn(text, people, picked.current, before) };
}
