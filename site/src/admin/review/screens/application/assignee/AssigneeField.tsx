import { EditConflict } from '../../../kernel/conflicts/EditConflict.tsx';
import { phrase, words } from '../../../kernel/words.ts';
import type { Row } from '../../../kernel/data/shapes/row.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { Choice } from '../../../kernel/controls/Choice.tsx';
import { usePeople } from '../../../kernel/people/use-people.ts';
import { useTheirs } from '../../../moves/MoveConflict.tsx';
import type { Latest } from '../../../moves/queries.ts';
import { useAssigning } from './use-assigning.ts';

/** The assignee. After a concurrent change both versions are shown to choose from. */
export function AssigneeField({ row }: { row: Row }) {
  const { mayReview } = useMe();
  const { people, nameOf, labelOf } = usePeople();
  const describeAssignee = (assignee: string | null) => (assignee ? nameOf(assignee) : words.noAssignee);
  const { assignee, conflict, choose, keep } = useAssigning(row, describeAssignee);
  return (
    <>
      <Choice
        label="Assignee"
        isLabelHidden
        disabled={!mayReview}
        value={assignee ?? ''}
        onChange={({ target }) => choose({ assignee: target.value || null })}
        options={[
          ['', `Assignee: ${words.noAssignee}`],
          ...people.map((person) => [person.user_id, labelOf(person)] as const),
        ]}
      />
      {conflict && (
        <AssignConflict
          latest={conflict.latest}
          wanted={describeAssignee(conflict.wanted)}
          onKeep={keep}
          onAssign={() => choose({ assignee: conflict.wanted, seen: conflict.latest.row.version })}
        />
      )}
    </>
  );
}

interface ConflictProps {
  latest: Latest;
  /** The intended assignee's name. */
  wanted: string;
  onKeep: () => void;
  onAssign: () => void;
}

/** Someone changed the application before one assigned it. */
function AssignConflict({ latest, wanted, onKeep, onAssign }: ConflictProps) {
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
