import { showToast } from '../../../../ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import { type Change, outcome as outcomeShape } from '../../kernel/data/shapes/change.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useRefresh, report, useUndo } from '../../kernel/data/saves.ts';
import { useMoving } from '../../moves/moving.tsx';
import { phrase } from '../../kernel/words.ts';
import { useUndoStack } from '../../kernel/commands/CommandsProvider.tsx';

export interface Assignee {
  /** Null for no assignee. */
  readonly id: string | null;
  readonly name: string;
}

/** Changes of one application by a command without a form. Each shows a notice with an undo. */
export function useQuickChanges() {
  const { moves } = useMoving();
  const [refresh, undo] = [useRefresh(), useUndo()];
  const undos = useUndoStack();
  const carryOut = async (work: (chosenAt: number) => Promise<void>) => {
    const made = work(performance.now());
    undos.during(made);
    await made.catch((cause: unknown) => report(cause));
    await refresh();
  };
  return {
    assign: (row: Row, { id, name }: Assignee) =>
      carryOut(async (chosenAt) => {
        const seen = await moves.versionOf(row);
        const parameters = { application_id: row.id, seen_version: seen, assignee: id };
        const { batch_id } = await call('review_assign', parameters, outcomeShape);
        showToast({
          title: id ? phrase`${row.name} is assigned to ${name}` : phrase`${row.name} is unassigned`,
          action: undo(batch_id, chosenAt, row.id),
        });
      }),
    tag: (row: Row, tag: string, isOn: boolean) =>
      carryOut(async (chosenAt) => {
        const change: Change = isOn ? { add_tag: tag } : { remove_tag: tag };
        // Unlike review_tag it answers whether anything changed. An undo must not take back a colleague's tag.
        const { changed, batch_id } = await call('review_many', { change, ids: [row.id] }, outcomeShape);
        if (changed === 0) {
          // Rejects with the reason, such as an erased application, unless the tag is as it should be.
          await call('review_tag', { application_id: row.id, change });
          const text = isOn ? 'The tag is there already.' : 'The tag is not there.';
          return showToast({ title: phrase`${row.name} is unchanged`, text });
        }
        showToast({
          title: isOn ? phrase`${row.name} is tagged “${tag}”` : phrase`“${tag}” is off ${row.name}`,
          action: undo(batch_id, chosenAt, row.id),
        });
      }),
  };
}
