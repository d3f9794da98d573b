import { useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReviewCopy } from '../../../content/admin/review.ts';
import { hrefOf } from '../../route/search.ts';
import { isFiltered, toRead, type View } from '../../route/view.ts';
import { countQuery, listQuery } from '../data/queries.ts';
import { asReviewError } from '../data/review-error.ts';
import type { Status } from '../data/shapes/row.ts';
import { useKeys } from '../keys/use-keys.ts';
import { useLastLoaded } from '../data/connection.ts';
import { Empty } from '../states/Empty.tsx';
import { Offline } from '../states/Offline.tsx';
import { Skeleton } from '../states/Skeleton.tsx';
import { ErrorState } from '../states/ErrorState.tsx';
import type { ViewControl } from '../view/use-view.ts';
import { useWords } from '../words.tsx';
import { ApplicationTable } from './ApplicationTable.tsx';
import { BulkBar } from './bulk/BulkBar.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { Pager } from './Pager.tsx';
import { SelectedIds, useSelection } from './bulk/selection.ts';
import type { Steps } from './use-steps.ts';
import styles from './ApplicationList.module.css';

/** How many there are of each status under all filters but the status itself, and under all of them. */
function useCounts({ view }: ViewControl) {
  const { status, ...others } = view.filter;
  const { data, isError } = useQuery({ ...countQuery(others), placeholderData: keepPreviousData });
  const ofStatus = (name: Status) => data?.by_status[name] ?? 0;
  const total = data && (status ? status.reduce((sum, name) => sum + ofStatus(name), 0) : data.total);
  return { data, total, isError };
}

/** What is said where there are no rows: nothing left to read, nothing that matches, or nothing at all. */
function emptyWords(view: View, { nothing, nothingToRead, empty }: ReviewCopy['list']) {
  if (hrefOf(view) === hrefOf(toRead)) return nothingToRead;
  return isFiltered(view.filter) ? nothing : empty;
}

interface Keys {
  readonly steps: Steps;
  readonly selected: SelectedIds;
  readonly setSelected: (selected: SelectedIds) => void;
  /** An application is open, and keys are for it. */
  readonly isOpen: boolean;
  /** Opens what can be done to the selected ones. */
  readonly onAct: () => void;
}

function useListKeys({ steps, selected, setSelected, isOpen, onAct }: Keys): void {
  const { rows } = steps;
  const current = rows[steps.current];
  const isChoosing = !isOpen && !selected.isEmpty;
  useKeys(
    {
      j: steps.next,
      k: steps.previous,
      x: () => current && setSelected(selected.toggled(current.id, rows)),
      m: isChoosing ? onAct : undefined,
      Escape: isChoosing ? () => setSelected(SelectedIds.none) : undefined,
    },
    'screen',
  );
}

/** The applications: search, filters, order, pages, selection; the open one is marked. */
export function ApplicationList({ control, steps }: { control: ViewControl; steps: Steps }) {
  const words = useWords();
  const { view, go } = control;
  const [selected, setSelected] = useSelection(view.filter);
  const page = useQuery(listQuery(view.filter, view.sort, view.descending, view.after));
  const { data, isOther, at } = useLastLoaded(page);
  const counts = useCounts(control);
  const { rows } = steps;
  const [isActing, setActing] = useState(false);
  useListKeys({ steps, selected, setSelected, isOpen: view.open !== null, onAct: () => setActing(true) });

  // Without an answer, what was loaded stays; any other refusal stands in its place.
  const hasFailed = page.isError && (!data || asReviewError(page.error).errorKind !== 'offline');
  const isEmpty = data !== undefined && !isOther && rows.length === 0;
  return (
    <section className={styles['list']} aria-label={words.title}>
      <FilterBar
        control={control}
        counts={counts.data}
        hasCountFailed={counts.isError}
        onEnter={steps.toFirst}
      />
      <Offline at={at} isOther={isOther} />
      {!data && page.isPending && <Skeleton lines={10} />}
      {hasFailed && <ErrorState error={page.error} onRetry={() => void page.refetch()} />}
      {isEmpty && <Empty {...emptyWords(view, words.list)} />}
      {!hasFailed && rows.length > 0 && (
        <ApplicationTable
          rows={rows}
          control={control}
          steps={steps}
          selected={selected}
          onSelect={setSelected}
          isStale={isOther}
        />
      )}
      <BulkBar
        selected={selected}
        filter={view.filter}
        rows={rows}
        total={counts.total}
        onChange={setSelected}
        isActing={isActing}
        onAct={setActing}
      />
      <Pager
        control={control}
        steps={steps}
        hasMore={data?.more ?? false}
        onLeave={() => go({ after: null })}
      />
    </section>
  );
}
