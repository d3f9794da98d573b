import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../kernel/data/call.ts';
import { type Change, outcome as outcomeShape } from '../../kernel/data/shapes/change.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { useRefresh, report, useUndo } from '../../kernel/data/saves.ts';
import { versionOf } from '../../moves/moves.ts';
import { phrase } from '../../kernel/words.ts';

export interface Assignee {
  /** Null for no assignee. */
  readonly id: string | null;
  readonly name: string;
}

/** Changes of one application by a command without a form. Each shows a notice with an undo. */
export function useQuickChanges() {
  const client = useQueryClient();
  const [refresh, undo] = [useRefresh(), useUndo()];
  const { mutate } = useMutation({
    networkMode: 'always',
    mutationFn: (work: (chosenAt: number) => Promise<void>) => work(performance.now()).catch(report),
    onSettled: () => void refresh(),
  });
  return {
    assign: (row: Row, { id, name }: Assignee) =>
      mutate(async (chosenAt) => {
        const seen = await versionOf(client, row);
        const parameters = { application_id: row.id, seen_version: seen, assignee: id };
        const { batch_id } = await call('review_assign', parameters, outcomeShape);
        showToast({
          title: id ? phrase`${row.name} is assigned to ${name}` : phrase`${row.name} is unassigned`,
          action: undo(batch_id, chosenAt, row.id),
        });
      }),
    tag: (row: Row, tag: string, isOn: boolean) =>
      mutate(async (chosenAt) => {
        const change: Change = isOn ? { add_tag: tag } : { remove_tag: tag };
        // Unlike review_tag it answers whether anything changed. An undo must not take back a colleague's tag.
        const { changed, batch_id } = await call(
          'review_change_many',
          { change, ids: [row.id] },
          outcomeShape,
        );
        if (changed === 0) {
          // Rejects with the reason, such as an erased application, unless the tag is as it should be.
          await call('review_tag', { application_id: row.id, change });
          const text = isOn
            ? 'The application already has this tag.'
            : 'The application does not have this tag.';
          return showToast({ title: phrase`${row.name} is unchanged`, text });
        }
        showToast({
          title: isOn
            ? phrase`${row.name} is tagged “${tag}”`
            : phrase`Tag “${tag}” was removed from ${row.name}`,
          action: undo(batch_id, chosenAt, row.id),
        });
      }),
  };
}
