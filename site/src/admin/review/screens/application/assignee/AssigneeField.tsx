import { EditConflict } from '../../../kernel/conflicts/EditConflict.tsx';
import { phrase, words } from '../../../kernel/words.ts';
import type { Row } from '../../../kernel/data/shapes/row.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import { Choice } from '#ui/form/Choice.tsx';
import { peopleQuery } from '../../../kernel/data/queries.ts';
import { LoadError } from '../../../kernel/states/Placeholder.tsx';
import { usePeople } from '../../../kernel/people/use-people.ts';
import { Theirs } from '../../../moves/MoveConflict.tsx';
import { useAssigning } from './use-assigning.ts';

/** The assignee. After a concurrent change both versions are shown to choose from. */
export function AssigneeField({ row }: { row: Row }) {
  const { mayReview } = useMe();
  const { reviewers, nameOf, labelOf } = usePeople();
  const describeAssignee = (assignee: string | null) => (assignee ? nameOf(assignee) : words.noAssignee);
  const { assignee, conflict, choose, keep } = useAssigning(row, describeAssignee);
  if (!mayReview) return <span>{phrase`Assignee: ${describeAssignee(assignee)}`}</span>;
  return (
    <>
      <Choice
        label="Assignee"
        isLabelHidden
        value={assignee ?? ''}
        onChange={({ target }) => choose({ assignee: target.value || null })}
        options={[
          ['', `Assignee: ${words.noAssignee}`],
          ...reviewers.map((person) => [person.user_id, labelOf(person)] as const),
        ]}
      />
      <LoadError what="The members" of={peopleQuery} />
      {conflict && (
        <EditConflict
          theirs={<Theirs {...conflict.latest} />}
          yours={phrase`You wanted to assign it to ${describeAssignee(conflict.wanted)}.`}
          anyway={phrase`Assign to ${describeAssignee(conflict.wanted)} anyway`}
          onAnyway={() => choose({ assignee: conflict.wanted, seen: conflict.latest.row.version })}
          onKeep={keep}
        />
      )}
    </>
  );
}
