import { sayCount } from '../format/number.ts';
import type { ViewControl } from '../view/use-view.ts';
import { ViewLink } from '../view/ViewLinks.tsx';
import { fill, useWords } from '../words.tsx';

interface Props {
  control: ViewControl;
  /** How many the list holds; undefined while they are counted. */
  total: number | undefined;
}

/** The way from the list to reading it one by one. */
export function ReadButton({ control, total }: Props) {
  const { triage } = useWords();
  if (!total) return null;
  return (
    <ViewLink control={control} to={{ screen: 'triage', section: null, after: null, open: null }}>
      {total === 1 ? triage.readOne : fill(triage.read, { count: sayCount(total) })}
    </ViewLink>
  );
}
