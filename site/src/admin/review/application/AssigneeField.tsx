import { showToast } from '../../../ui/toast/show.ts';
import { call } from '../data/call.ts';
import type { Outcome, Row } from '../data/shapes.ts';
import { useRefresh, useReport, useUndo } from '../data/useReport.ts';
import { useMe } from '../me.tsx';
import { Choice } from '../parts/Choice.tsx';
import { usePeople } from '../people/usePeople.ts';
import { useWords } from '../words.tsx';

/** Whose turn it is. */
export function AssigneeField({ row }: { row: Row }) {
  const words = useWords();
  const { mayReview } = useMe();
  const { people, emailOf } = usePeople();
  const [report, refresh, undo] = [useReport(), useRefresh(), useUndo()];
  const assign = async (assignee: string | null) => {
    try {
      const outcome = await call<Outcome>('review_assign', {
        application_id: row.id,
        seen_version: row.version,
        assignee,
      });
      showToast({
        title: `${words.application.assignee}: ${assignee ? emailOf(assignee) : words.list.nobody}`,
        action: undo(outcome.batch_id),
      });
    } catch (cause) {
      report(cause);
    }
    await refresh();
  };
  return (
    <Choice
      label={words.application.assignee}
      isLabelHidden
      disabled={!mayReview}
      value={row.assignee ?? ''}
      onChange={({ target }) => void assign(target.value || null)}
    >
      <option value="">{`${words.application.assignee}: ${words.list.nobody}`}</option>
      {people.map(({ user_id: id, email }) => (
        <option key={id} value={id}>
          {email}
        </option>
      ))}
    </Choice>
  );
}
