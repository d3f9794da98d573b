import { useId, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { Person } from '../../kernel/data/shapes/people.ts';
import { usePeople } from '../../kernel/people/use-people.ts';
import {
  actionOf,
  describeOffered,
  MAX_SUGGESTIONS,
  mentionIn,
  offered,
  startedAt,
  type Started,
  mentionedIn,
} from './mentioning.ts';
import type { Mention } from './note-text.ts';

interface Options {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** A member was chosen from the list, and by no other way. */
  readonly onPick: (id: string) => void;
}

/** The suggestions of an '@', with the marked one, keys and presses. */
export function useMentionList({ field, text, onChange, onPick }: Options) {
  const { people } = usePeople();
  const [started, setStarted] = useState<Started | null>(null);
  const [index, setIndex] = useState(0);
  const id = useId();
  const fitting = started ? offered(people, started.query) : [];
  const shown = fitting.slice(0, MAX_SUGGESTIONS);
  const marked = shown[Math.min(index, shown.length - 1)];

  /** After every key and press, checks if the caret is in a mention. */
  const follow = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const next = selectionStart === selectionEnd ? startedAt(value, selectionStart) : null;
    if (next?.query !== started?.query) setIndex(0);
    setStarted(next);
  };
  const pick = (person: Person) => {
    if (!started) return;
    const edit = mentionIn(text, started, person.name);
    flushSync(() => {
      onChange(edit.text);
      setStarted(null);
    });
    onPick(person.user_id);
    field.current?.focus();
    field.current?.setSelectionRange(edit.caret, edit.caret);
  };
  const close = () => setStarted(null);
  /** Takes the keys that are the list's while it is open. */
  const press = (event: KeyboardEvent): void => {
    const action = actionOf(event.nativeEvent);
    if (!marked || !action) return;
    if (action === 'pick') pick(marked);
    else if (typeof action === 'number')
      setIndex((shown.indexOf(marked) + action + shown.length) % shown.length);
    else close();
    if (action !== 'leave') event.preventDefault();
  };
  const announcement = describeOffered(fitting.length);
  return { id, shown, marked, announcement, follow, pick, press, close };
}

/** The mentions of a note being written. `before` lists the original ones. */
export function useMentioned(before: readonly Mention[] = []) {
  const { people } = usePeople();
  const picked = useRef(new Set<string>());
  const pick = (id: string) => void picked.current.add(id);
  return { pick, mentionsOf: (text: string) => mentionedIn(text, people, picked.current, before) };
}
