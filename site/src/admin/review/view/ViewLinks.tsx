import type { MouseEvent } from 'react';
import type { ViewControl } from './use-view.ts';
import { viewQuery, type View } from './view.ts';
import styles from './ViewLinks.module.css';

interface ViewLink {
  readonly to: Partial<View>;
  readonly label: string;
  readonly isCurrent: boolean;
}

interface Props {
  control: ViewControl;
  /** What the links lead to, for screen readers. */
  label: string;
  links: readonly ViewLink[];
}

/** Links from one view to others: followed in place, or in another tab with a modifier key. */
export function ViewLinks({ control: { view, go }, label, links }: Props) {
  const follow = (event: MouseEvent, to: Partial<View>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  };
  return (
    <nav className={styles['links']} aria-label={label}>
      {links.map(({ to, label: text, isCurrent }) => (
        <a
          key={text}
          href={`${location.pathname}${viewQuery({ ...view, ...to })}`}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={(event) => follow(event, to)}
        >
          {text}
        </a>
      ))}
    </nav>
  );
}
