import type { SyntheticEvent } from 'react';
import { Field } from '../../../../ui/form/Field.tsx';
import type { Filter } from '../../data/shapes/row.ts';
import { useWords } from '../../words.tsx';

interface Props {
  value: string | undefined;
  onChange: (part: Filter) => void;
}

/** Filters when one leaves it or presses Enter. */
export function SourceFilter({ value = '', onChange }: Props) {
  const { filters } = useWords();
  const apply = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
    onChange({ source: currentTarget.value.trim() || undefined });
  return (
    <Field
      label={filters.source}
      defaultValue={value}
      key={value}
      onBlur={apply}
      onKeyDown={(event) => event.key === 'Enter' && apply(event)}
    />
  );
}
