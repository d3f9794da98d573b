import { Button } from '../../../ui/Button.tsx';
import { sayCount } from '../format/number.ts';
import type { ViewControl } from '../view/use-view.ts';
import { fill, useWords } from '../words.tsx';
import type { Steps } from './use-steps.ts';
import styles from './Pager.module.css';

interface Props {
  control: ViewControl;
  steps: Steps;
  hasMore: boolean;
  /** How many match, exactly; undefined while they are being counted. */
  total: number | undefined;
  hasCountFailed: boolean;
  onLeave: () => void;
}

/** Where one is in the list and the ways on; a page starts after a row, so no page is slower than the first. */
export function Pager({
  control: { view, hasPreviousPage },
  steps,
  hasMore,
  total,
  hasCountFailed,
  onLeave,
}: Props) {
  const words = useWords();
  const { list } = words;
  const counted = total === 1 ? list.countOne : fill(list.count, { count: sayCount(total ?? 0) });
  return (
    <nav className={styles['pager']} aria-label={list.pages}>
      <p role="status">
        {total === undefined ? (hasCountFailed ? list.countFailed : list.counting) : counted}
      </p>
      <div className={styles['actions']}>
        {view.after && <Button onClick={onLeave}>{list.first}</Button>}
        {hasPreviousPage && <Button onClick={steps.previousPage}>{list.previous}</Button>}
        {hasMore && <Button onClick={steps.nextPage}>{list.next}</Button>}
      </div>
    </nav>
  );
}
