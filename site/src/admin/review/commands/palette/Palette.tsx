import type { Row } from '../../data/shapes/row.ts';
import type { Overlay } from '../use-workspace-commands.ts';
import { AllCommands } from './AllCommands.tsx';
import { AssignTo } from './AssignTo.tsx';
import { TagWith } from './TagWith.tsx';

interface Props {
  page: Exclude<Overlay, 'keys'>;
  /** The application that commands are meant for. */
  row: Row | undefined;
  onOpen: (id: string) => void;
  onShown: () => void;
  onClose: () => void;
}

/** The pages of the palette. */
export default function Palette({ page, row, onOpen, ...dialog }: Props) {
  if (page === 'assign' && row) return <AssignTo row={row} {...dialog} />;
  if (page === 'tag' && row) return <TagWith row={row} {...dialog} />;
  return <AllCommands onOpen={onOpen} {...dialog} />;
}
