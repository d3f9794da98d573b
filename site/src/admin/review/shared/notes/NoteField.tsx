import { reviewLimits } from '@solostead/contract/review-limits';
import type { Ref, TextareaHTMLAttributes } from 'react';
import { plural } from '@solostead/contract/plural';
import { Area } from '#ui/form/Area.tsx';
import { trimmed } from '@solostead/contract/visible';
import { formatCount } from '../../kernel/format/number.ts';

/** From here on the count of what is left is shown. */
const COUNTED_REST = 1_000;

/** Counts code points after trimming, as the database does. */
const lengthOf = (text: string) => [...trimmed(text)].length;
export const fits = (text: string) => lengthOf(text) <= reviewLimits.noteLength;

const formatCharacters = (count: number) => plural(count, 'character');

type Attributes = Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'onChange' | 'value' | 'rows'>;

export interface NoteFieldProps extends Attributes {
  label: string;
  text: string;
  isUnsaved: boolean;
  onChange: (text: string) => void;
  /** Called on Ctrl and Enter, or Command and Enter. */
  onDone: () => void;
  /** Said below the field while there is nothing else to say. */
  hint?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A note's text. Text over the limit is kept and reported, never cut. */
export function NoteField({
  label,
  text,
  isUnsaved,
  onChange,
  onDone,
  hint,
  onKeyDown,
  ...area
}: NoteFieldProps) {
  const left = reviewLimits.noteLength - lengthOf(text);
  const rest =
    left < COUNTED_REST
      ? `${formatCharacters(left)} left`
      : isUnsaved
        ? 'Your draft is kept in this tab.'
        : hint;
  return (
    <Area
      {...area}
      label={label}
      rows={4}
      value={text}
      error={
        left < 0
          ? `${formatCharacters(-left)} too many. The limit is ${formatCount(reviewLimits.noteLength)}.`
          : undefined
      }
      hint={left < 0 ? undefined : rest}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.defaultPrevented || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        onDone();
      }}
    />
  );
}
