import type { ViewControl } from '../../route/use-view.ts';
import { arrangements } from '../../route/view.ts';
import { ViewLink } from '../../route/ViewLinks.tsx';
import { sayAmount } from '../kernel/data/amount.ts';
import { useTotal } from '../kernel/data/use-counts.ts';
import { fill, words } from '../kernel/words.ts';
import styles from './Workspace.module.css';

/** Leads to reading the applications one by one. Next to a list or a board it says how many there are. */
export function ReadLink({ control }: { control: ViewControl }) {
  const { screen, filter } = control.view;
  const { total } = useTotal(filter);
  const isCounted = arrangements.some((other) => other === screen) && total !== undefined && total.count > 0;
  const label = isCounted
    ? total.count === 1
      ? 'Read 1'
      : fill('Read {count}', { count: sayAmount(total) })
    : words.screens.triage;
  return (
    <ViewLink
      control={control}
      to={{ screen: 'triage', section: null, after: null, open: null }}
      isCurrent={screen === 'triage'}
      className={styles['read']}
    >
      {label}
    </ViewLink>
  );
}
