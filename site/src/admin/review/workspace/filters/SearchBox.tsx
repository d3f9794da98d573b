import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { useWords } from '../../kernel/words.tsx';
import { MAX_SEARCH_LENGTH } from '../../../route/filter.ts';
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
  const [draft, setDraft] = useState({ text: value, base: value });
  // The draft is shown until the address changes elsewhere (back button, saved view).
  const text = value === draft.base || value === draft.text.trim() ? draft.text : value;
  const search = text.trim();
  const focus = () => ref.current?.focus();
  useCommands([{ id: 'search.focus', run: focus }]);
  const say = () => {
    onChange(search);
    setDraft({ text, base: search });
  };
  const notify = useEffectEvent(say);
  useEffect(() => {
    if (search === value) return undefined;
    const timer = setTimeout(() => notify(), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [search, value]);

  return (
    <input
      ref={ref}
      type="search"
      dir="auto"
      className={styles['search']}
      aria-label={words.filters.searchLabel}
      placeholder={words.filters.search}
      maxLength={MAX_SEARCH_LENGTH}
      value={text}
      onChange={({ target }) => setDraft({ text: target.value, base: value })}
      onKeyDown={({ key, nativeEvent }) => {
        if (key !== 'Enter' || nativeEvent.isComposing || !onEnter) return;
        if (search !== value) say();
        // What is typed next is meant for what is found.
        ref.current?.blur();
        onEnter(focus);
      }}
    />
  );
}
