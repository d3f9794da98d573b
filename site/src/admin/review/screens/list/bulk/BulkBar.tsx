import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import { useCommands } from '../../../kernel/commands/use-commands.ts';
import { useMe } from '../../../kernel/data/me.tsx';
import type { Props } from './BulkActions.tsx';

export const BulkActions = lazyScreen(() => import('./BulkActions.tsx'), { fallback: <LoadingActions /> });

/** The bulk actions, shown while applications are selected. */
export function BulkBar(props: Props) {
  const { mayReview } = useMe();
  return props.selection[0].isEmpty || !mayReview ? null : <BulkActions {...props} />;
}

/** Shown while the script of the actions loads. Their key waits. */
function LoadingActions() {
  useCommands([{ id: 'application.move', level: 'screen', isLoading: true }]);
  return null;
}
