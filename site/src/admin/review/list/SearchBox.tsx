import { useEffect, useEffectEvent, useRef, useState } from 'react';
import field from '../../../ui/form/Field.module.css';
import { useWords } from '../words.tsx';
import styles from './FilterBar.module.css';

/** Milliseconds without a key after which the search starts. */
const PAUSE = 200;

interface Props {
  value: string;
  onChange: (search: string) => void;
}

/** Searches while one types; the address follows, without a step in the history for each letter. */
export function SearchBox({ value, onChange }: Props) {
  const words = useWords();
  const [text, setText] = useState(value);
  const told = useRef(value);
  const tell = useEffectEvent((search: string) => {
    told.current = search;
    onChange(search);
  });

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
    />
  );
}
