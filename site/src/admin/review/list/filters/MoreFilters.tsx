import { useLayoutEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../../ui/form/Field.tsx';
import { tagsQuery } from '../../data/queries.ts';
import { type Due, dues, type Filter, type Sort } from '../../data/shapes/row.ts';
import { useMe } from '../../me.tsx';
import { Choice } from '../../controls/Choice.tsx';
import { usePeople } from '../../people/use-people.ts';
import type { View } from '../../view/view.ts';
import { useWords } from '../../words.tsx';
import { SourceFilter } from './SourceFilter.tsx';
import styles from './FilterBar.module.css';

interface Props {
  view: View;
  onChange: (part: Filter) => void;
  onOrder: (order: { sort: Sort; descending: boolean }) => void;
}

const orderOf = (key: string) => ({ sort: key.replace(/^-/, '') as Sort, descending: key.startsWith('-') });

/** The filters that are needed less often, and the order, for screens too small for column heads. */
export function MoreFilters({ view, onChange, onOrder }: Props) {
  const words = useWords();
  const { filters } = words;
  const { status: _status, search: _search, ...others } = view.filter;
  const count = Object.keys(others).length;
  const isInUse = count > 0;
  const details = useRef<HTMLDetailsElement>(null);
  // What is in use is shown; it does not fold up under the hand that takes the last one back.
  useLayoutEffect(() => {
    if (isInUse && details.current) details.current.open = true;
  }, [isInUse]);
  return (
    <details ref={details} className={styles['more']}>
      <summary>
        {filters.more}
        {isInUse && ` (${count})`}
      </summary>
      <div className={styles['fields']}>
        <ConfirmedFilter value={view.filter.confirmed} onChange={onChange} />
        <DueFilter value={view.filter.due} onChange={onChange} />
        <AssigneeFilter value={view.filter.assignee} onChange={onChange} />
        <TagFilter value={view.filter.tag} onChange={onChange} />
        <SourceFilter value={view.filter.source} onChange={onChange} />
        <Field
          label={filters.from}
          type="date"
          value={view.filter.from ?? ''}
          onChange={({ target: { value } }) => onChange({ from: value || undefined })}
        />
        <Field
          label={filters.to}
          type="date"
          value={view.filter.to ?? ''}
          onChange={({ target: { value } }) => onChange({ to: value || undefined })}
        />
        <OrderChoice view={view} onOrder={onOrder} />
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={view.filter.archived ?? false}
            onChange={({ target }) => onChange({ archived: target.checked || undefined })}
          />
          {filters.archived}
        </label>
        <label className={styles['check']}>
          <input
            type="checkbox"
            checked={view.filter.not_told ?? false}
            onChange={({ target }) => onChange({ not_told: target.checked || undefined })}
          />
          {filters.notTold}
        </label>
      </div>
    </details>
  );
}

interface PartProps<Value = string> {
  value: Value | undefined;
  onChange: (part: Filter) => void;
}

function ConfirmedFilter({ value, onChange }: PartProps<boolean>) {
  const { filters } = useWords();
  return (
    <Choice
      label={filters.confirmed}
      value={value === undefined ? '' : String(value)}
      onChange={({ target }) =>
        onChange({ confirmed: target.value === '' ? undefined : target.value === 'true' })
      }
    >
      <option value="">{filters.any}</option>
      <option value="true">{filters.confirmedYes}</option>
      <option value="false">{filters.confirmedNo}</option>
    </Choice>
  );
}

function DueFilter({ value, onChange }: PartProps<Due>) {
  const { filters } = useWords();
  return (
    <Choice
      label={filters.due}
      value={value ?? ''}
      onChange={({ target }) => onChange({ due: dues.find((due) => due === target.value) })}
    >
      <option value="">{filters.any}</option>
      {dues.map((due) => (
        <option key={due} value={due}>
          {filters.dues[due]}
        </option>
      ))}
    </Choice>
  );
}

function AssigneeFilter({ value, onChange }: PartProps) {
  const { filters } = useWords();
  const { user_id: myId } = useMe();
  const { people } = usePeople();
  return (
    <Choice
      label={filters.assignee}
      value={value ?? ''}
      onChange={({ target }) => onChange({ assignee: target.value || undefined })}
    >
      <option value="">{filters.any}</option>
      <option value={myId}>{filters.me}</option>
      <option value="none">{filters.none}</option>
      {people
        .filter(({ user_id: id }) => id !== myId)
        .map(({ user_id: id, email }) => (
          <option key={id} value={id}>
            {email}
          </option>
        ))}
    </Choice>
  );
}

function TagFilter({ value, onChange }: PartProps) {
  const { filters } = useWords();
  const { data: tags = [] } = useQuery(tagsQuery);
  const known = value && !tags.includes(value) ? [value, ...tags] : tags;
  return (
    <Choice
      label={filters.tag}
      value={value ?? ''}
      onChange={({ target }) => onChange({ tag: target.value || undefined })}
    >
      <option value="">{filters.any}</option>
      {known.map((tag) => (
        <option key={tag}>{tag}</option>
      ))}
    </Choice>
  );
}

function OrderChoice({ view, onOrder }: Pick<Props, 'view' | 'onOrder'>) {
  const { filters } = useWords();
  return (
    <Choice
      label={filters.sort}
      value={`${view.descending ? '-' : ''}${view.sort}`}
      onChange={({ target: { value } }) => onOrder(orderOf(value))}
    >
      {Object.entries(filters.sorts).map(([key, label]) => (
        <option key={key} value={key}>
          {label}
        </option>
      ))}
    </Choice>
  );
}
