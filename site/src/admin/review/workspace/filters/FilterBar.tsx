import { useRef, useState } from 'react';
import { isFiltered, tidyFilter } from '../../../route/view.ts';
import { Button } from '#ui/Button.tsx';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { phrase } from '../../kernel/words.ts';
import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import type { EditorProps } from './FilterEditor.tsx';
import { filterNames, isSet, isSwitch, type Kind, kinds, formatValue, without } from './kinds.ts';
import type { Filter } from '../../../route/filter.ts';
import styles from './Filters.module.css';
import { useTotal, formatTotal } from '../../kernel/data/use-counts.ts';
import { useView } from '../../../route/use-view.ts';
import { ThisView } from '../saved-views/ThisView.tsx';

export const FilterEditor = lazyScreen(() => import('./FilterEditor.tsx'));

interface Props {
  filter: Filter;
  onChange: EditorProps['onChange'];
}

/** The line above the applications with the filters of the address. It stays if a screen's script fails. */
export function FilterBar() {
  const { view, go } = useView();
  const { filter } = view;
  const change: EditorProps['onChange'] = (part, how) =>
    go({ filter: tidyFilter({ ...filter, ...part }), after: null }, how);
  const chips = useRef<HTMLDivElement>(null);
  // The pressed button goes with its filter.
  const focusFirst = () => chips.current?.querySelector('button')?.focus();
  const { total, isError: hasCountFailed } = useTotal(filter);
  return (
    <div className={`row gap-4 ${styles['line']}`} data-line="">
      <div ref={chips} className={`row gap-2 ${styles['chips']}`} role="group" aria-label="Filters">
        <AddFilter filter={filter} onChange={change} />
        {kinds
          .filter((kind) => isSet(filter, kind))
          .map((kind) => (
            <Chip
              key={kind}
              kind={kind}
              filter={filter}
              onChange={change}
              onRemove={() => {
                focusFirst();
                change(without(kind) as Filter);
              }}
            />
          ))}
        {isFiltered(filter) && (
          <Button
            look="text"
            className={`flex-none whitespace-nowrap ${styles['clear']}`}
            onClick={() => {
              focusFirst();
              go({ filter: {}, after: null });
            }}
          >
            Clear filters
          </Button>
        )}
        <ThisView />
      </div>
      <p role="status" className={`flex-none tabular-nums text-ink-soft ${styles['total']}`}>
        {total === undefined ? (hasCountFailed ? 'Not counted' : 'Counting…') : formatTotal(total)}
      </p>
    </div>
  );
}

function Chip({ kind, filter, onChange, onRemove }: Props & { kind: Kind; onRemove: () => void }) {
  const { user_id: myId } = useMe();
  const { nameOf } = usePeople();
  const name = filterNames[kind];
  const value = formatValue(filter, kind, { myId, nameOf });
  const text = value ? phrase`${name}: ${value}` : name;
  return (
    <span className={`inline-flex flex-none ${styles['chip']}`}>
      {isSwitch(kind) ? (
        <span className={`whitespace-nowrap ${styles['text']}`}>{text}</span>
      ) : (
        <Popover label={name} button={<span className={`text-ellipsis ${styles['value']}`}>{text}</span>}>
          {(close) => <FilterEditor kind={kind} filter={filter} onChange={onChange} onDone={close} />}
        </Popover>
      )}
      <button
        type="button"
        className={`button-reset text-ink-soft ${styles['remove']}`}
        aria-label={phrase`Remove filter: ${name}`}
        onClick={onRemove}
      >
        ×
      </button>
    </span>
  );
}

/** Adds a filter, first its kind, then its value. */
function AddFilter({ filter, onChange }: Props) {
  const [kind, setKind] = useState<Kind | null>(null);
  const [isOpen, setOpen] = useState(false);
  const set = (open: boolean) => {
    setOpen(open);
    setKind(null);
  };
  const choose = (chosen: Kind) => {
    if (!isSwitch(chosen)) return setKind(chosen);
    onChange({ [chosen]: true });
    set(false);
  };
  return (
    <Popover label={kind ? filterNames[kind] : 'Add filter'} button="Add filter" open={{ isOpen, set }}>
      {(close) => (
        <FilterEditor
          kind={kind !== null && isSwitch(kind) ? null : kind}
          onKind={choose}
          filter={filter}
          onChange={onChange}
          onDone={close}
        />
      )}
    </Popover>
  );
}
