import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { tagsQuery } from '../../kernel/data/queries.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { fill } from '../../kernel/words.ts';
import { matching } from './match.ts';
import { useQuickChanges } from './use-quick-changes.ts';
import type { Option } from './options.ts';
import { PaletteDialog, type DialogControl } from './PaletteDialog.tsx';

/** The maximum length of a tag (docs/review-data.md). */
const MAX_TAG_LENGTH = 40;

/** Adds and removes an application's tags, new ones included. */
export function TagWith({ row, ...dialog }: DialogControl & { row: Row }) {
  const [text, setText] = useState('');
  const { data: tags = [] } = useQuery(tagsQuery);
  const { tag: change } = useQuickChanges();
  const option = (tag: string): Option => {
    const isOn = !row.tags.includes(tag);
    return {
      id: `tag.${tag}`,
      label: fill(isOn ? 'Tag {name} “{tag}”' : 'Take “{tag}” off {name}', { name: row.name, tag }),
      aliases: tag,
      keys: [],
      whyNot: null,
      run: () => void change(row, tag, isOn),
    };
  };
  const typed = text.trim().toLowerCase().slice(0, MAX_TAG_LENGTH);
  const known = [...new Set([...row.tags, ...tags])];
  const options = matching(text, known.map(option));
  const isNew = typed !== '' && !known.includes(typed);
  return (
    <PaletteDialog
      {...dialog}
      label={fill('Tags of {name}', { name: row.name })}
      placeholder="A tag"
      text={text}
      onText={setText}
      sections={[
        {
          label: fill('Tags of {name}', { name: row.name }),
          options: isNew ? [...options, option(typed)] : options,
        },
      ].filter((section) => section.options.length > 0)}
    />
  );
}
