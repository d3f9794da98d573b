import type { Amount } from '../../kernel/data/use-counts.ts';
import { sayAmount } from '../../kernel/data/amount.ts';
import type { ViewControl } from '../../../route/use-view.ts';
import { ViewLink } from '../../../route/ViewLinks.tsx';
import { fill, useWords } from '../../kernel/words.tsx';

interface Props {
  control: ViewControl;
  /** The number of applications in the list, undefined while it is counted. */
  total: Amount | undefined;
}

/** The way from the list to reading it one by one. */
export function ReadButton({ control, total }: Props) {
  const { triage, list } = useWords();
  if (!total?.count) return null;
  return (
    <ViewLink control={control} to={{ screen: 'triage', section: null, after: null, open: null }}>
      {total.count === 1 ? triage.readOne : fill(triage.read, { count: sayAmount(total, list) })}
    </ViewLink>
  );
}
