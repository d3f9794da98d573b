import { useTheirs } from '../../../moves/latest.ts';
import { EditConflict } from '../../../kernel/conflicts/EditConflict.tsx';
import { phrase } from '../../../kernel/words.ts';
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
  return (
    <EditConflict
      theirs={useTheirs(latest)}
      yours={phrase`You wanted to assign it to ${wanted}.`}
      anyway={phrase`Assign to ${wanted} all the same`}
      onAnyway={onAssign}
      onKeep={onKeep}
    />
  );
}
