import { Suspense, useState, type KeyboardEvent, type RefObject } from 'react';
import { lazyScreen } from '../../../../ui/lazy/lazy-screen.tsx';
import { errorDialog } from '../../dialogs/error-dialog.tsx';
import { Button } from '../../../../ui/Button.tsx';
import { applicationStatuses } from '../../../../../../supabase/functions/_shared/contract/statuses.ts';
import type { Filter, Row, Status } from '../../data/shapes/row.ts';
import { useMe } from '../../me.tsx';
import { Choice } from '../../controls/Choice.tsx';
import { sayCount } from '../../format/number.ts';
import { usePeople } from '../../people/use-people.ts';
import { fill, useWords } from '../../words.tsx';
import type { Plan } from './BulkDialog.tsx';
import { SelectedIds } from './selection.ts';
import styles from './BulkBar.module.css';

/** The most that one request may change: `review_many` in docs/review-data.md. */
const MOST = 10_000;

const BulkDialog = lazyScreen(() => import('./BulkDialog.tsx'), errorDialog);

interface Props {
  selected: SelectedIds;
  filter: Filter;
  /** What the page shows. */
  rows: readonly Row[];
  /** How many match the filter. */
  total: number | undefined;
  onChange: (selected: SelectedIds) => void;
  /** The choice of moves, for the key that leads there. */
  moveRef: RefObject<HTMLSelectElement | null>;
}

/** What can be done to the chosen applications; there only while some are. */
export function BulkBar({ selected, filter, rows, total, onChange, moveRef }: Props) {
  const words = useWords();
  const { mayReview } = useMe();
  const [plan, setPlan] = useState<Plan | null>(null);
  if (selected.isEmpty || !mayReview) return null;
  const count = selected.isAll ? (total ?? 0) : selected.ids.size;
  const hidden = selected.isAll ? 0 : count - rows.filter(({ id }) => selected.ids.has(id)).length;
  const said = fill(selected.isAll ? words.selection.chosenAll : words.selection.chosen, {
    count: sayCount(count),
  });
  return (
    <div className={styles['bar']} role="toolbar" aria-label={said}>
      <p role="status">
        {said}
        {hidden > 0 && fill(words.selection.hidden, { count: sayCount(hidden) })}
      </p>
      {!selected.isAll && total !== undefined && total > selected.ids.size && (
        <Button look="text" onClick={() => onChange(SelectedIds.all)}>
          {fill(words.selection.all, { count: sayCount(total) })}
        </Button>
      )}
      <Button look="text" onClick={() => onChange(SelectedIds.none)}>
        {words.selection.clear}
      </Button>
      {count > MOST ? (
        <p className={styles['limit']} role="status">
          {fill(words.selection.tooMany, { most: sayCount(MOST) })}
        </p>
      ) : (
        <Plans moveRef={moveRef} onChoose={setPlan} />
      )}
      {plan && (
        <Suspense>
          <BulkDialog
            plan={plan}
            target={selected.isAll ? { filter } : { ids: [...selected.ids] }}
            count={count}
            sampleId={(selected.isAll ? rows[0]?.id : [...selected.ids][0]) ?? ''}
            onClose={() => setPlan(null)}
            onDone={() => onChange(SelectedIds.none)}
          />
        </Suspense>
      )}
    </div>
  );
}

/** An arrow opens the list of choices, as a Mac does; else it would choose the first of them at once. */
function openByArrow(event: KeyboardEvent<HTMLSelectElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  event.preventDefault();
  event.currentTarget.showPicker();
}

function Plans({ moveRef, onChoose }: Pick<Props, 'moveRef'> & { onChoose: (plan: Plan) => void }) {
  const words = useWords();
  const { people } = usePeople();
  return (
    <div className={styles['plans']}>
      <Choice
        label={words.selection.move}
        isLabelHidden
        value=""
        ref={moveRef}
        onKeyDown={openByArrow}
        onChange={({ target }) => onChoose({ kind: 'move', to: target.value as Status })}
      >
        <option value="">{words.selection.move}</option>
        {applicationStatuses.map((status) => (
          <option key={status} value={status}>
            {words.statuses[status]}
          </option>
        ))}
      </Choice>
      <Choice
        label={words.selection.assign}
        isLabelHidden
        value=""
        onKeyDown={openByArrow}
        onChange={({ target }) =>
          onChoose({ kind: 'assign', assignee: target.value === 'none' ? null : target.value })
        }
      >
        <option value="">{words.selection.assign}</option>
        <option value="none">{words.list.unassigned}</option>
        {people.map(({ user_id: id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
      </Choice>
      <Button look="text" onClick={() => onChoose({ kind: 'add_tag' })}>
        {words.selection.addTag}
      </Button>
      <Button look="text" onClick={() => onChoose({ kind: 'remove_tag' })}>
        {words.selection.removeTag}
      </Button>
    </div>
  );
}
