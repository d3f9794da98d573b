import { useMutation, useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { showToast } from '#ui/toast/show.ts';
import type { Toast } from '#ui/toast/toast.ts';
import { storeView, type StoredView } from '../../../route/search.ts';
import type { View } from '../../../route/view.ts';
import { useUndoable } from '../../kernel/commands/CommandsProvider.tsx';
import { answered, table } from '../../kernel/data/call.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { asReviewError } from '../../kernel/data/review-error.ts';
import { report } from '../../kernel/data/saves.ts';
import { phrase } from '../../kernel/words.ts';
import { savedViewsQuery, type SavedView } from './queries.ts';

interface Naming {
  readonly name: string;
  readonly shared: boolean;
}

/** Resolves with '' when it is done, a sentence for the name's field when it is taken, or null after another failure. */
export type Save = (naming: Naming) => Promise<string | null>;

export type SavedViews = ReturnType<typeof useSavedViews>;

/** Saves, changes and removes views. */
export function useSavedViews() {
  const { user_id: myId } = useMe();
  const undoable = useUndoable();
  const { refetch } = useQuery(savedViewsQuery);
  const attempt = async (write: Promise<unknown>, title: string, undo?: (() => Toast['action']) | false) => {
    try {
      await write;
      showToast({ title, ...(undo && { action: undo() }) });
      return '';
    } catch (cause) {
      if (asReviewError(cause).errorKind === 'conflict') return 'You already have a view with this name.';
      report(cause);
      return null;
    } finally {
      await refetch();
    }
  };
  // An undo waits until it is removed.
  const { mutateAsync: removing } = useMutation({
    networkMode: 'always',
    mutationFn: (removed: Promise<unknown>) => removed,
  });
  const insert = (row: Naming & StoredView) => answered(table('saved_views').insert(row), z.unknown());
  return {
    save:
      (view: View): Save =>
      (naming) =>
        attempt(insert({ ...naming, ...storeView(view) }), 'View saved'),
    change:
      ({ id }: SavedView): Save =>
      (naming) =>
        // `single` refuses a view that was removed in the meantime.
        attempt(
          answered(table('saved_views').update(naming).eq('id', id).select('id').single(), z.unknown()),
          'View changed',
        ),
    remove: async ({ id, owner, name, view, tag, shared }: SavedView) => {
      const putBack = async () => {
        const problem = await attempt(insert({ name, view, tag, shared }), 'View saved');
        if (problem) showToast({ title: phrase`${name} was not restored`, text: problem, tone: 'danger' });
      };
      const remove = answered(table('saved_views').delete().eq('id', id), z.unknown());
      const chosenAt = performance.now();
      // A colleague's would come back as the caller's.
      const undo = owner === myId && (() => undoable(putBack, chosenAt));
      await removing(attempt(remove, phrase`${name} removed`, undo));
    },
  };
}
