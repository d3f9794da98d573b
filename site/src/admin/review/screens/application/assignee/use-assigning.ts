import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { showToast } from '#ui/toast/show.ts';
import { call } from '../../../kernel/data/call.ts';
import { applicationQuery } from '../../../kernel/data/queries.ts';
import { useRefresh, useReviewSave, useUndo } from '../../../kernel/data/saves.ts';
import { phrase, words } from '../../../kernel/words.ts';
import { outcomeFields } from '../../../kernel/data/shapes/change.ts';
import { row as rowShape, type Row } from '../../../kernel/data/shapes/row.ts';
import { versionOf } from '../../../moves/moves.ts';
import { type Latest, latest as latestShape } from '../../../moves/queries.ts';

interface Choice {
  /** Null for no assignee. */
  readonly assignee: string | null;
  /** The version that was seen. Absent for the one after every pending change of this page. */
  readonly seen?: number;
}

const assigned = z.object({ ...outcomeFields, row: rowShape });

/** Sends choices one after the other. Of several choices during a request, only the last one is sent. */
function useChoices() {
  const [choice, setChoice] = useState<Choice | null>(null);
  const last = useRef<Choice | null>(null);
  const saved = useRef(Promise.resolve());
  const send = (chosen: Choice, save: (choice: Choice) => Promise<unknown>) => {
    setChoice(chosen);
    last.current = chosen;
    saved.current = saved.current.then(async () => {
      if (last.current === chosen) await save(chosen);
      setChoice((shown) => (shown === chosen ? null : shown));
    });
  };
  /** Drops the choices that were not sent yet, and returns the assignee of the last one. */
  const dropWaiting = () => {
    const wanted = last.current?.assignee ?? null;
    last.current = null;
    return wanted;
  };
  return { choice, send, dropWaiting };
}

/** The assignee of an application, the chosen one while it is saved, and both versions after a concurrent change. */
export function useAssigning(row: Row, describe: (assignee: string | null) => string) {
  const client = useQueryClient();
  const refresh = useRefresh();
  const undo = useUndo();
  const { queryKey } = applicationQuery(row.id);
  const { choice, send, dropWaiting } = useChoices();
  const [conflict, setConflict] = useState<{ latest: Latest; wanted: string | null } | null>(null);

  const { save } = useReviewSave({
    send: async ({ assignee, seen }: Choice) => {
      const shown = client.getQueryData(queryKey)?.row ?? row;
      const parameters = {
        application_id: row.id,
        seen_version: seen ?? (await versionOf(client, shown)),
        assignee,
      };
      return call('review_assign', parameters, assigned);
    },
    done: ({ batch_id: batchId, row: present }, { assignee }) => {
      // The next change is sent with this version, whether or not it is reloaded by then.
      client.setQueryData(queryKey, (shown) => shown && { ...shown, row: { ...shown.row, ...present } });
      showToast({ title: `Assignee: ${describe(assignee)}`, action: undo(batchId) });
    },
    conflict: {
      shape: latestShape,
      take: (latest) => setConflict({ latest, wanted: dropWaiting() }),
      late: () =>
        showToast({
          title: phrase`${row.name} was not assigned to ${describe(dropWaiting())}`,
          text: words.errors.conflict.text,
          tone: 'danger',
        }),
    },
    about: row.name,
    settled: () => void refresh(),
  });
  const choose = (chosen: Choice) => {
    setConflict(null);
    send(chosen, save);
  };
  return { assignee: (choice ?? row).assignee, conflict, choose, keep: () => setConflict(null) };
}
