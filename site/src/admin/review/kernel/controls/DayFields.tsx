import { Field } from '#ui/form/Field.tsx';

/** Without a last day a field has room for years of six digits, and is wider than one with it. */
export const LAST_DAY = '9999-12-31';

type End = 'from' | 'to';

interface Props {
  /** YYYY-MM-DD. */
  days: { readonly [Name in End]?: string };
  /** A sentence below the last day. */
  hint?: string;
  onChange: (end: End, day: string | undefined) => void;
}

/** The first and the last day of a filter. */
export function DayFields({ days, hint, onChange }: Props) {
  return (['from', 'to'] as const).map((end) => (
    <Field
      key={end}
      label={end === 'from' ? 'From' : 'To'}
      type="date"
      max={LAST_DAY}
      hint={end === 'to' ? hint : undefined}
      value={days[end] ?? ''}
      // Some browsers let a later day be typed, which neither the address nor the database can hold.
      onChange={({ target: { value, validity } }) =>
        !validity.rangeOverflow && onChange(end, value || undefined)
      }
    />
  ));
}
