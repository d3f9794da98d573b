import { useQuery } from '@tanstack/react-query';
import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { useLastLoaded } from '../../kernel/data/connection.ts';
import { listQuery } from '../../kernel/data/queries.ts';
import type { Row } from '../../kernel/data/shapes/row.ts';
import { asReviewError, isPassing } from '../../kernel/data/review-error.ts';
import { useTotal } from '../../kernel/data/use-counts.ts';
import { Offline } from '../../kernel/states/Offline.tsx';
import { ErrorState, Skeleton } from '../../kernel/states/Placeholder.tsx';
import { useView } from '../../../route/use-view.ts';
import { words } from '../../kernel/words.ts';
import { HiddenRatings } from '../../shared/rating/HiddenRatings.tsx';
import { ApplicationTable } from './ApplicationTable.tsx';
import { BulkBar } from './bulk/BulkBar.tsx';
import { useExtension } from './bulk/use-extension.ts';
import { SelectedIds, useSelection, type Selection } from './bulk/selection.ts';
import type { Steps } from './use-steps.ts';
import { Button } from '#ui/Button.tsx';
import styles from './ApplicationList.module.css';

export const EmptyList = lazyScreen(() => import('./EmptyList.tsx'));

function useListCommands(
  steps: Steps,
  rows: readonly Row[],
  openId: string | null,
  [selected, select]: Selection,
  extendTo: (id: string, start?: string) => void,
) {
  const current = rows[steps.current];
  const whyNot = current ? null : words.whyNot.noApplication;
  const reached = ({ id }: Row) => extendTo(id, current?.id);
  useCommands([
    { id: 'row.next', run: () => steps.next() },
    { id: 'row.previous', run: () => steps.previous() },
    {
      id: 'row.select',
      whyNot,
      run: () => current && select((before) => before.toggled(current.id, rows)),
    },
    { id: 'row.extend', whyNot, run: () => current && extendTo(current.id) },
    { id: 'row.extend-down', whyNot, run: () => steps.next(reached) },
    { id: 'row.extend-up', whyNot, run: () => steps.previous(reached) },
    openId === null &&
      !selected.isEmpty && { id: 'general.back', level: 'screen', run: () => select(SelectedIds.none) },
  ]);
}

interface Props {
  steps: Steps;
}

/** The list of applications with search, filters, order, pages and selection. The open one is marked. */
export function ApplicationList({ steps }: Props) {
  const { view } = useView();
  const selection = useSelection(view.filter);
  const { total } = useTotal(view.filter);
  // Not the steps' query, which keeps its rows while another screen is shown: a list to return to shows that it loads,
  // or why it cannot, instead of the rows of the last one.
  const page = useQuery(listQuery(view.filter, view.sort, view.descending, view.after));
  const { data, isOther, at } = useLastLoaded(page);
  const rows = data ? steps.rows : [];
  const extendTo = useExtension(view, rows, selection);
  useListCommands(steps, rows, view.open, selection, extendTo);

  // Without an answer, the loaded data stays. Any other error replaces it.
  const hasFailed = page.isError && (!data || !isPassing(asReviewError(page.error)));
  const isEmpty = data !== undefined && !isOther && rows.length === 0;
  return (
    <section
      className={`grid-cols-1 content-start relative min-w-0 ${styles['list']}`}
      aria-label="Applications"
    >
      {!data && page.isPending && <Skeleton lines={10} />}
      {hasFailed && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {isEmpty && <EmptyList />}
      {!hasFailed && rows.length > 0 && (
        <>
          <HiddenRatings />
          <ApplicationTable steps={steps} selection={selection} onExtend={extendTo} />
        </>
      )}
      <BulkBar
        selection={selection}
        filter={view.filter}
        rows={rows}
        total={total}
        hasKeys={view.open === null}
      />
      <Pager steps={steps} hasMore={data?.more ?? false} />
      <Offline at={at} isOther={isOther} error={page.error} />
    </section>
  );
}

/** The pager of the list. A page starts after a row, so no page is slower than the first. */
function Pager({ steps, hasMore }: Props & { hasMore: boolean }) {
  const { view, hasPreviousPage, go } = useView();
  if (!view.after && !hasMore) return null;
  return (
    <nav className={`cluster gap-3 ${styles['pager']}`} aria-label="Pages of the list">
      {view.after && <Button onClick={() => go({ after: null })}>First page</Button>}
      {hasPreviousPage && <Button onClick={steps.previousPage}>Previous</Button>}
      {hasMore && <Button onClick={steps.nextPage}>Next</Button>}
    </nav>
  );
}
