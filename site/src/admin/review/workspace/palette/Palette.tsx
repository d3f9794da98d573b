import type { Row } from '../../kernel/data/shapes/row.ts';
import { AllCommands } from './AllCommands.tsx';
import { AssignTo } from './AssignTo.tsx';
import type { PalettePage } from './options.ts';
import { TagWith } from './TagWith.tsx';

interface Props {
  page: PalettePage;
  /** The application that commands are meant for. */
  row: Row | undefined;
  onOpen: (id: string) => void;
  /** Called with a text to show all that match in the list. */
  onSearch: (text: string) => void;
  onShown: () => void;
  onClose: () => void;
}

/** The pages of the palette. */
export default function Palette({ page, row, onOpen, onSearch, ...dialog }: Props) {
  if (page === 'assign' && row) return <AssignTo row={row} {...dialog} />;
  if (page === 'tag' && row) return <TagWith row={row} {...dialog} />;
  return <AllCommands onOpen={onOpen} onSearch={onSearch} {...dialog} />;
}
