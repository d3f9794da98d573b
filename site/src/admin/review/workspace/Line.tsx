import { BarSlot } from '../../bar/bar-slots.tsx';
import type { ViewControl } from '../../route/use-view.ts';
import { arrangements } from '../../route/view.ts';
import { ViewLinks } from '../../route/ViewLinks.tsx';
import { useWords } from '../kernel/words.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import styles from './Workspace.module.css';

interface Props {
  control: ViewControl;
  /** Leads from the search to the first of what it finds; undefined where no row takes the focus. */
  onEnter: ((onNothing: () => void) => void) | undefined;
}

/** The line above the applications with filters and arrangement. It stays if a screen's script fails. */
export function Line({ control, onEnter }: Props) {
  const words = useWords();
  return (
    <>
      <div className={styles['line']}>
        <BarSlot name="filters" className={styles['filters']} />
        <ViewLinks
          control={control}
          label={words.filters.arrangements}
          links={arrangements.map((screen) => ({
            to: { screen, after: null, open: null },
            label: words.screens[screen],
            isCurrent: screen === control.view.screen,
          }))}
        />
      </div>
      <FilterBar control={control} onEnter={onEnter} />
    </>
  );
}
