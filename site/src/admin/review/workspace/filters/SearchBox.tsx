import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { useWords } from '../../kernel/words.tsx';
import styles from './FilterBar.module.css';

/** Milliseconds without a key after which the search starts. */
const DEBOUNCE_MS = 200;

interface Props {
  value: string;
  onChange: (search: string) => void;
  /** Called on Enter to move to the first result, or `onNothing` without one. */
  onEnter: ((onNothing: () => void) => void) | undefined;
  ref: RefObject<HTMLInputElement | null>;
}

/** Searches while typing. The address follows without a history entry for each letter. */
export function SearchBox({ value, onChange, onEnter, ref }: Props) {
  const words = useWords();
  const [text, setText] = useState(value);
  const notified = useRef(value);
  const focus = () => ref.current?.focus();
  useCommands([{ id: 'search.focus', run: focus }]);
  const say = (search: string) => {
    notified.current = search;
    onChange(search);
  };
  const notify = useEffectEvent(say);

  // The address changed elsewhere (back button, saved view): the box follows it.
  useEffect(() => {
    if (value === notified.current) return;
    notified.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const search = text.trim();
    if (search === notified.current) return undefined;
    const timer = setTimeout(() => notify(search), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <input
      ref={ref}
      type="search"
      dir="auto"
      className={styles['search']}
      aria-label={words.filters.searchLabel}
      placeholder={words.filters.search}
      maxLength={200}
      value={text}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key !== 'Enter' || nativeEvent.isComposing || !onEnter) return;
        if (text.trim() !== notified.current) say(text.trim());
        // What is typed next is meant for what is found.
        ref.current?.blur();
        onEnter(focus);
      }}
    />
  );
}
