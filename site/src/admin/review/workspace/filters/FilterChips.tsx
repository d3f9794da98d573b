import { useState, type ReactNode } from 'react';
import { isFiltered } from '../../../route/view.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { useMe } from '../../kernel/data/me.tsx';
import { usePeople } from '../../kernel/people/use-people.ts';
import { phrase } from '../../kernel/words.ts';
import { FilterEditor } from './FilterEditor.tsx';
import { filterNames, isSet, isSwitch, type Kind, kinds, sayValue, without } from './kinds.ts';
import { Options } from './Options.tsx';
import type { Filter } from '../../../route/filter.ts';
import styles from './Filters.module.css';

interface Props {
  filter: Filter;
  onChange: (part: Filter) => void;
  onClear: () => void;
  /** Stands after the chips. */
  children: ReactNode;
}

/** The filters that are set, each with its ×, and the way to one more. Its line keeps its height whatever is set. */
export function FilterChips({ filter, onChange, onClear, children }: Props) {
  const set = kinds.filter((kind) => isSet(filter, kind));
  return (
    <div className={`row gap-2 ${styles['chips']}`} role="group" aria-label="Filters">
      <AddFilter filter={filter} onChange={onChange} />
      {set.map((kind) => (
        <Chip key={kind} kind={kind} filter={filter} onChange={onChange} />
      ))}
      {isFiltered(filter) && (
        <Button look="text" className={`rigid nowrap ${styles['clear']}`} onClick={onClear}>
          Clear filters
        </Button>
      )}
      {children}
    </div>
  );
}

type PartProps = Pick<Props, 'filter' | 'onChange'>;

function Chip({ kind, filter, onChange }: PartProps & { kind: Kind }) {
  const { user_id: myId } = useMe();
  const { nameOf } = usePeople();
  const name = filterNames[kind];
  const value = sayValue(filter, kind, { myId, nameOf });
  const said = value ? phrase`${name}: ${value}` : name;
  return (
    <span className={`inline rigid ${styles['chip']}`}>
      {isSwitch(kind) ? (
        <span className={styles['said']}>{said}</span>
      ) : (
        <Popover label={name} button={<span className={`clips ${styles['value']}`}>{said}</span>}>
          {(close) => <FilterEditor kind={kind} filter={filter} onChange={onChange} onDone={close} />}
        </Popover>
      )}
      <button
        type="button"
        className={`bare soft ${styles['remove']}`}
        aria-label={phrase`Remove filter: ${name}`}
        onClick={() => onChange(without(kind) as Filter)}
      >
        ×
      </button>
    </span>
  );
}

/** Adds a filter, first its kind, then its value. */
function AddFilter({ filter, onChange }: PartProps) {
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
      {(close) =>
        kind === null || isSwitch(kind) ? (
          <Options
            options={kinds.map((value) => [value, filterNames[value]] as const)}
            chosen={undefined}
            onChoose={choose}
          />
        ) : (
          <FilterEditor kind={kind} filter={filter} onChange={onChange} onDone={close} />
        )
      }
    </Popover>
  );
}
