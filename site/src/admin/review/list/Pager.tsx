import { Button } from '../../../ui/Button.tsx';
import type { Row } from '../data/shapes.ts';
import { sayCount } from '../parts/number.ts';
import type { ViewControl } from '../view/useView.ts';
import { fill, useWords } from '../words.tsx';
import styles from './Pager.module.css';

interface Props {
  control: ViewControl;
  last: Row | undefined;
  hasMore: boolean;
  /** How many match, exactly; undefined while they are being counted. */
  total: number | undefined;
  hasCountFailed: boolean;
  onLeave: () => void;
}

/** Where one is in the list and the ways on; a page starts after a row, so no page is slower than the first. */
export function Pager({
  control: { view, go, isAfterNext },
  last,
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
      <div className={styles['ways']}>
        {view.after && <Button onClick={onLeave}>{list.first}</Button>}
        {view.after && isAfterNext && <Button onClick={() => history.back()}>{list.previous}</Button>}
        {hasMore && last && (
          <Button
            onClick={() => {
              go({ after: last.cursor, open: null });
              window.scrollTo({ top: 0 });
            }}
          >
            {list.next}
          </Button>
        )}
      </div>
    </nav>
  );
}
