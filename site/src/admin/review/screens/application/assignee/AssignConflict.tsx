import { useTheirs } from '../../../moves/latest.ts';
import { EditConflict } from '../../../kernel/conflicts/EditConflict.tsx';
import { fill, useWords } from '../../../kernel/words.tsx';
import type { Latest } from '../../../moves/queries.ts';

interface Props {
  latest: Latest;
  /** The intended assignee's name. */
  wanted: string;
  onKeep: () => void;
  onAssign: () => void;
}

/** Someone changed the application before one assigned it. */
export default function AssignConflict({ latest, wanted, onKeep, onAssign }: Props) {
  const { application } = useWords();
  return (
    <EditConflict
      theirs={useTheirs(latest)}
      yours={fill(application.yourAssign, { to: wanted })}
      anyway={fill(application.assignAnyway, { to: wanted })}
      onAnyway={onAssign}
      onKeep={onKeep}
    />
  );
}
