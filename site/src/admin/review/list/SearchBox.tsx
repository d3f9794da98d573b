import { useEffect, useEffectEvent, useRef, useState } from 'react';
import field from '../../../ui/form/Field.module.css';
import { useWords } from '../words.tsx';
import styles from './FilterBar.module.css';

/** Milliseconds without a key after which the search starts. */
const PAUSE = 200;

interface Props {
  value: string;
  onChange: (search: string) => void;
  onEnter: (() => void) | undefined;
}

export const focusSearch = () => document.querySelector<HTMLInputElement>('[data-search]')?.focus();

/** Searches while one types; the address follows, without a step in the history for each letter. */
export function SearchBox({ value, onChange, onEnter }: Props) {
  const words = useWords();
  const [text, setText] = useState(value);
  const told = useRef(value);
  const say = (search: string) => {
    told.current = search;
    onChange(search);
  };
  const tell = useEffectEvent(say);

  // The address changed elsewhere (back button, saved view): the box follows it.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setText(value);
  }, [value]);

  useEffect(() => {
    const search = text.trim();
    if (search === told.current) return undefined;
    const timer = setTimeout(() => tell(search), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);

  return (
    <input
      type="search"
      className={`${field['input']} ${styles['search']}`}
      aria-label={words.filters.search}
      placeholder={words.filters.search}
      maxLength={200}
      value={text}
      data-search=""
      onChange={({ target }) => setText(target.value)}
      onKeyDown={({ key, nativeEvent }) => {
        if (key !== 'Enter' || nativeEvent.isComposing || !onEnter) return;
        if (text.trim() !== told.current) say(text.trim());
        onEnter();
      }}
    />
  );
}
