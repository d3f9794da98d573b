import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { fill, useWords } from '../../kernel/words.tsx';
import { groups } from '../../kernel/commands/catalogue.ts';
import { useRegistry } from '../../kernel/commands/CommandsProvider.tsx';
import { matching } from './match.ts';
import { inSections, type Option } from './options.ts';
import { PaletteDialog, type DialogControl } from './PaletteDialog.tsx';
import { recentOf } from '../../kernel/data/recent.ts';
import { personOption, usePersonSearch } from './use-person-search.ts';

interface Props extends DialogControl {
  onOpen: (id: string) => void;
  onSearch: (text: string) => void;
}

/**
 * Every command that is there, the applications whose name or address is typed, and the way to the list of all that
 * match.
 */
export function AllCommands({ onOpen, onSearch, ...dialog }: Props) {
  const { palette, commands } = useWords();
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
            label: fill(palette.inList, { text: wanted }),
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
      aliases: commands.groups[command.group],
    }))
    .sort((one, other) => groups.indexOf(one.group) - groups.indexOf(other.group));
  const sections = inSections(matching(text, all), ({ group }) => commands.groups[group]);
  const opened = { label: palette.recent, options: recent };
  return (
    <PaletteDialog
      {...dialog}
      label={palette.label}
      placeholder={palette.placeholder}
      text={text}
      onText={setText}
      // Without input, recent applications come first. With input, commands do.
      sections={(text.trim() === '' ? [opened, ...sections] : [...sections, opened])
        .concat({ label: palette.people, options: [...found, ...inList] })
        .filter(({ options }) => options.length > 0)}
      search={people.state}
    />
  );
}
