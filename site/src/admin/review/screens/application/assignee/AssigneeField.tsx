import { useState } from 'react';
import { EditConflict } from '../../../kernel/conflicts/EditConflict.tsx';
import { phrase, words } from '../../../kernel/words.ts';
import { showToast } from '../../../../../ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { outcome as outcomeShape } from '../../../kernel/data/shapes/change.ts';
import type { Row } from '../../../kernel/data/shapes/row.ts';
import { useUndo, useApplicationSave } from '../../../kernel/data/saves.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { Choice } from '../../../kernel/controls/Choice.tsx';
import { usePeople } from '../../../kernel/people/use-people.ts';
import { useTheirs } from '../../../moves/MoveConflict.tsx';
import { type Latest, latest as latestShape } from '../../../moves/queries.ts';

/** The assignee. After a concurrent change both versions are shown to choose from. */
export function AssigneeField({ row }: { row: Row }) {
  const { mayReview } = useMe();
  const { people, nameOf, labelOf } = usePeople();
  const undo = useUndo();
  const [conflict, setConflict] = useState<{ latest: Latest; wanted: string | null } | null>(null);
  const describeAssignee = (assignee: string | null) => (assignee ? nameOf(assignee) : words.noAssignee);

  const { save } = useApplicationSave({
    send: ({ wanted, seen }: { wanted: string | null; seen: number }) =>
      call('review_assign', { application_id: row.id, seen_version: seen, assignee: wanted }, outcomeShape),
    done: ({ batch_id: batchId }, { wanted }) =>
      showToast({
        title: `Assignee: ${describeAssignee(wanted)}`,
        action: undo(batchId),
      }),
    conflict: { shape: latestShape, take: (latest, { wanted }) => setConflict({ latest, wanted }) },
  });
  return (
    <>
      <Choice
        label="Assignee"
        isLabelHidden
        disabled={!mayReview}
        value={row.assignee ?? ''}
        onChange={({ target }) => void save({ wanted: target.value || null, seen: row.version })}
        options={[
          ['', `Assignee: ${words.noAssignee}`],
          ...people.map((person) => [person.user_id, labelOf(person)] as const),
        ]}
      />
      {conflict && (
        <AssignConflict
          latest={conflict.latest}
          wanted={describeAssignee(conflict.wanted)}
          onKeep={() => setConflict(null)}
          onAssign={() => {
            setConflict(null);
            void save({ wanted: conflict.wanted, seen: conflict.latest.row.version });
          }}
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
