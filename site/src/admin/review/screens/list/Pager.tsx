import { Button } from '../../../../ui/Button.tsx';
import type { ViewControl } from '../../../route/use-view.ts';
import type { Steps } from './use-steps.ts';
import styles from './ApplicationList.module.css';

interface Props {
  control: ViewControl;
  steps: Steps;
  hasMore: boolean;
  onLeave: () => void;
}

/** The pager of the list. A page starts after a row, so no page is slower than the first. */
export function Pager({ control: { view, hasPreviousPage }, steps, hasMore, onLeave }: Props) {
  if (!view.after && !hasMore) return null;
  return (
    <nav className={`cluster gap-3 ${styles['pager']}`} aria-label="Pages of the list">
      {view.after && <Button onClick={onLeave}>First page</Button>}
      {hasPreviousPage && <Button onClick={steps.previousPage}>Previous</Button>}
      {hasMore && <Button onClick={steps.nextPage}>Next</Button>}
    </nav>
  );
}
