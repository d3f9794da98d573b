import { useState } from 'react';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { phrase } from '../../kernel/words.ts';
import { statusDisplay } from '../../kernel/status/status-display.ts';
import { groups } from '../../kernel/commands/catalogue.ts';
import type { Command } from '../../kernel/commands/registry.ts';
import { useRegistry } from '../../kernel/commands/CommandsProvider.tsx';
import { typedText } from '../filters/typed-text.ts';
import { matching } from './match.ts';
import type { Option, Section } from './options.ts';
import { PaletteDialog, type DialogControl, type SearchState } from './PaletteDialog.tsx';
import { recentOf, type Recent } from '../../screens/application/recent.ts';
import { listQuery } from '../../kernel/data/queries.ts';
import { useDebounced } from '../../kernel/controls/use-debounced.ts';

/** Milliseconds without a key after which the search starts. */
const DEBOUNCE_MS = 120;
/** A letter alone finds everyone. */
const SHORTEST = 2;
const MAX_RESULTS = 7;

const personOption = (
  { id, name, email }: Recent,
  onOpen: (id: string) => void,
  status?: string,
): Option => ({
  id: `person.${id}`,
  label: name,
  about: status ? `${email}, ${status}` : email,
  aliases: email,
  run: () => onOpen(id),
});

/** The applications found by name or address, like the list's search. Choosing one opens it. */
function usePersonSearch(
  wanted: string,
  onOpen: (id: string) => void,
): { options: readonly Option[]; hasMore: boolean; state: SearchState } {
  const search = useDebounced(wanted, DEBOUNCE_MS);
  const { data, isError, isPlaceholderData } = useQuery({
    ...listQuery({ search }, 'created', true, null, MAX_RESULTS),
    enabled: search.length >= SHORTEST,
  });
  if (wanted.length < SHORTEST) return { options: [], hasMore: false, state: 'idle' };
  const isFound = search === wanted && data !== undefined && !isPlaceholderData;
  const options = isFound
    ? data.rows.map((row) => personOption(row, onOpen, statusDisplay[row.status].label))
    : [];
  return {
    options,
    hasMore: isFound && data.more,
    state: isFound ? 'idle' : isError ? 'failed' : 'searching',
  };
}

/** The groups in the order of the list of keys, and first the places to go to. */
const groupNames = ['go', ...Object.keys(groups).filter((name) => name !== 'go')];

/** Returns the groups in the order of their first command. */
const inSections = (commands: readonly Command[]): readonly Section[] =>
  [...new Set(commands.map(({ group }) => group))].map((name) => ({
    label: groups[name],
    options: commands.filter(({ group }) => group === name),
  }));

interface Props extends DialogControl {
  onOpen: (id: string) => void;
  onSearch: (text: string) => void;
}

/** The commands, the applications whose name or address is typed, and the way to the list of all that match. */
export function AllCommands({ onOpen, onSearch, ...dialog }: Props) {
  const [text, setText] = useState('');
  const registry = useRegistry();
  const wanted = typedText(text);
  const people = usePersonSearch(wanted, onOpen);
  const recent = matching(
    text,
    recentOf(useQueryClient()).map((each) => personOption(each, onOpen)),
  );
  const found = people.options.filter(({ id }) => !recent.some((other) => other.id === id));
  const inList: Option = {
    id: 'list.search',
    label: phrase`Show all with “${wanted}”`,
    run: () => onSearch(wanted),
  };
  // Enter during the search waits for the people that it finds.
  const isSearched = wanted !== '' && people.state !== 'searching';
  const all = registry
    .all()
    // A key says why its command cannot be carried out. The palette leaves it out.
    .filter(({ id, whyNot }) => id !== 'general.search' && !whyNot)
    // A key that means something else on this screen is not shown.
    .map((command) => ({
      ...command,
      keys: command.keys.filter((keys) => registry.find(keys)?.id === command.id),
      aliases: groups[command.group],
    }))
    .sort((one, other) => groupNames.indexOf(one.group) - groupNames.indexOf(other.group));
  const sections = inSections(matching(text, all));
  const opened = { label: 'Recently opened', options: recent };
  return (
    <PaletteDialog
      {...dialog}
      label="Search people and commands"
      placeholder="A name, an address, or what you want to do"
      text={text}
      onText={setText}
      // Without input, recent applications come first. With input, commands do.
      sections={(wanted === '' ? [opened, ...sections] : [...sections, opened]).concat({
        label: 'Applications',
        options: isSearched ? [...found, inList] : found,
      })}
      people={recent.length + found.length}
      hasMore={people.hasMore}
      search={people.state}
    />
  );
}
