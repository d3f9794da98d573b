import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listQuery } from '../../kernel/data/queries.ts';
import { statusNames } from '../../kernel/names.ts';
import type { Option } from './options.ts';
import type { SearchState } from './PaletteDialog.tsx';
import type { Recent } from '../../kernel/data/recent.ts';

/** Milliseconds without a key after which the search starts. */
const DEBOUNCE_MS = 120;
/** A letter alone finds everyone. */
const SHORTEST = 2;
const MAX_RESULTS = 7;

/** An application as an option that opens it. */
export const personOption = (
  { id, name, email }: Recent,
  onOpen: (id: string) => void,
  status?: string,
): Option => ({
  id: `person.${id}`,
  label: name,
  about: status ? `${email}, ${status}` : email,
  aliases: email,
  keys: [],
  whyNot: null,
  run: () => onOpen(id),
});

/** The applications found by name or address, like the list's search. Choosing one opens it. */
export function usePersonSearch(
  text: string,
  onOpen: (id: string) => void,
): { options: readonly Option[]; state: SearchState } {
  const wanted = text.trim();
  const [search, setSearch] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, isError, isPlaceholderData } = useQuery({
    ...listQuery({ search }, 'created', true, null, MAX_RESULTS),
    enabled: search.length >= SHORTEST,
  });
  if (wanted.length < SHORTEST) return { options: [], state: 'idle' };
  const isFound = search === wanted && data !== undefined && !isPlaceholderData;
  const options = isFound ? data.rows.map((row) => personOption(row, onOpen, statusNames[row.status])) : [];
  return { options, state: isFound ? 'idle' : isError ? 'failed' : 'searching' };
}
