import { type ComponentProps, useState, type ReactNode } from 'react';
import { reviewLimits } from '@solostead/contract/review-limits';
import { applicationStatuses } from '@solostead/contract/statuses';
import type { Elements } from '#ui/elements.ts';
import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import { Button } from '#ui/Button.tsx';
import type { Change } from '../../../kernel/data/shapes/change.ts';
import type { Row } from '../../../kernel/data/shapes/row.ts';
import { peopleQuery } from '../../../kernel/data/queries.ts';
import { LoadError } from '../../../kernel/states/Placeholder.tsx';
import { errorDialog } from '../../../kernel/states/error-dialog.tsx';
import type { Amount } from '../../../kernel/data/use-counts.ts';
import { formatCount } from '../../../kernel/format/number.ts';
import { useCommands } from '../../../kernel/commands/use-commands.ts';
import { fill, words } from '../../../kernel/words.ts';
import { describeSelection } from './describe-selection.ts';
import { SelectedIds, type Selection, targetOf } from './selection.ts';
import type { Filter } from '#admin/route/filter.ts';
import { Popover } from '../../../kernel/controls/Popover.tsx';
import { usePeople } from '../../../kernel/people/use-people.ts';
import { StatusMark } from '../../../kernel/status/StatusMark.tsx';
import styles from './BulkActions.module.css';

type BulkProps = ComponentProps<typeof BulkDialog>;

const BulkDialog = lazyScreen(() => import('./BulkDialog.tsx'), { show: errorDialog });

export interface Props {
  selection: Selection;
  filter: Filter;
  /** The rows of the page. */
  rows: readonly Row[];
  /** The number of matches of the filter. */
  total: Amount | undefined;
  /** False while the keys are for an open application. */
  hasKeys: boolean;
}

/** The number of selected applications and what can be done with them. */
export default function BulkActions({ selection: [selected, select], filter, rows, total, hasKeys }: Props) {
  // The dialog keeps what was chosen while the list behind it changes.
  const [chosen, setChosen] = useState<Omit<BulkProps, 'onClose' | 'onDone'> | null>(null);
  const { isTooMany, count, hidden, summary } = describeSelection(selected, rows, total);
  const sampleId = (selected.isAll ? rows[0]?.id : [...selected.ids][0]) ?? '';
  const choose = (plan: Change) => setChosen({ plan, target: targetOf(selected, filter), count, sampleId });
  return (
    <div
      className={`row flex-wrap gap-x-4 gap-y-2 text-sm touch ${styles['bar']}`}
      role="toolbar"
      aria-label={summary}
    >
      <p role="status">
        {hidden > 0 ? `${summary}, ${formatCount(hidden)} of them not on this page` : summary}
      </p>
      {isTooMany ? (
        <Limit hasKeys={hasKeys} />
      ) : (
        <Actions count={formatCount(count)} hasKeys={hasKeys} onChoose={choose} />
      )}
      {!selected.isAll && total !== undefined && total.count > selected.ids.size && (
        <Button look="text" onClick={() => select(SelectedIds.all)}>
          {fill(total.isOver ? 'Select all that match, over {count}' : 'Select all {count} that match', {
            count: formatCount(total.count),
          })}
        </Button>
      )}
      <Button look="text" className="ml-auto" onClick={() => select(SelectedIds.none)}>
        Clear selection
      </Button>
      {chosen && (
        <BulkDialog {...chosen} onClose={() => setChosen(null)} onDone={() => select(SelectedIds.none)} />
      )}
    </div>
  );
}

/** Replaces the actions when too many are selected. */
function Limit({ hasKeys }: Pick<Props, 'hasKeys'>) {
  const sentence = `At most ${formatCount(reviewLimits.changedApplications)} can be changed at once. Narrow the list, by dates for example, and continue in parts.`;
  useCommands([hasKeys && { id: 'application.move', level: 'screen', whyNot: sentence, run: () => {} }]);
  return (
    <p className={styles['limit']} role="status">
      {sentence}
    </p>
  );
}

interface ActionsProps extends Pick<Props, 'hasKeys'> {
  /** The number in words. */
  count: string;
  /** Called with the chosen change, whose tag is asked for later. */
  onChoose: (plan: Change) => void;
}

/** All bulk actions in one menu, a sheet at the bottom on a phone. A key opens it too. */
function Actions({ count, hasKeys, onChoose }: ActionsProps) {
  const { reviewers, labelOf } = usePeople();
  const [isOpen, set] = useState(false);
  useCommands([hasKeys && { id: 'application.move', level: 'screen', run: () => set(true) }]);
  const choose = (plan: Change) => {
    set(false);
    onChoose(plan);
  };
  return (
    <Popover
      label={`Actions for ${count} selected`}
      button="Actions"
      className={styles['trigger']}
      open={{ isOpen, set }}
      isCalm
    >
      {() => (
        <>
          <Group title="Move to">
            {applicationStatuses.map((to) => (
              <Action key={to} onPress={() => choose({ status: to })}>
                <StatusMark status={to} />
              </Action>
            ))}
          </Group>
          <Group title="Assign to">
            <Action onPress={() => choose({ assignee: null })}>{words.noAssignee}</Action>
            {reviewers.map((person) => (
              <Action key={person.user_id} onPress={() => choose({ assignee: person.user_id })}>
                {labelOf(person)}
              </Action>
            ))}
            <LoadError what="The members" of={peopleQuery} />
          </Group>
          <Group title="Tags">
            <Action onPress={() => choose({ add_tag: '' })}>Add tag…</Action>
            <Action onPress={() => choose({ remove_tag: '' })}>Remove tag…</Action>
          </Group>
        </>
      )}
    </Popover>
  );
}

function Group({ title, children }: { title: string; children: Elements }) {
  return (
    <fieldset className={`stack unframed ${styles['group']}`}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function Action({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  return (
    <button type="button" className="item button-reset wrap-anywhere" onClick={onPress}>
      {children}
    </button>
  );
}
