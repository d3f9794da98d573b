import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { fill } from '../../kernel/words.ts';
import { groups } from '../../kernel/commands/catalogue.ts';
import { useRegistry } from '../../kernel/commands/CommandsProvider.tsx';
import { matching } from './match.ts';
import { inSections, type Option } from './options.ts';
import { PaletteDialog, type DialogControl } from './PaletteDialog.tsx';
import { recentOf } from '../../kernel/data/recent.ts';
import { personOption, usePersonSearch } from './use-person-search.ts';

const groupNames = Object.keys(groups);

interface Props extends DialogControl {
  onOpen: (id: string) => void;
  onSearch: (text: string) => void;
}

/**
 * Every command that is there, the applications whose name or address is typed, and the way to the list of all that
 * match.
 */
export function AllCommands({ onOpen, onSearch, ...dialog }: Props) {
  const [text, setText] = useState('');
  const registry = useRegistry();
  const people = usePersonSearch(text, onOpen);
  const recent = matching(
    text,
    recentOf(useQueryClient()).map((each) => personOption(each, onOpen)),
  );
  const found = people.options.filter(({ id }) => !recent.some((other) => other.id === id));
  const wanted = text.trim();
  // Enter during the search waits for the people that it finds.
  const inList: readonly Option[] =
    wanted === '' || people.state === 'searching'
      ? []
      : [
          {
            id: 'list.search',
            label: fill('Show all with “{text}”', { text: wanted }),
            keys: [],
            whyNot: null,
            run: () => onSearch(wanted),
          },
        ];
  const all = registry
    .all()
    .filter(({ id }) => id !== 'general.search')
    // A key that means something else on this screen is not shown.
    .map((command) => ({
      ...command,
      keys: command.keys.filter((keys) => registry.find(keys)?.id === command.id),
      aliases: groups[command.group],
    }))
    .sort((one, other) => groupNames.indexOf(one.group) - groupNames.indexOf(other.group));
  const sections = inSections(matching(text, all), ({ group }) => groups[group]);
  const opened = { label: 'Opened lately', options: recent };
  return (
    <PaletteDialog
      {...dialog}
      label="Search people and commands"
      placeholder="A name, an address, or what you want to do"
      text={text}
      onText={setText}
      // Without input, recent applications come first. With input, commands do.
      sections={(text.trim() === '' ? [opened, ...sections] : [...sections, opened])
        .concat({ label: 'Applications', options: [...found, ...inList] })
        .filter(({ options }) => options.length > 0)}
      search={people.state}
    />
  );
}
