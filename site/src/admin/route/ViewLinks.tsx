import type { MouseEvent, ReactNode } from 'react';
import { hrefOf } from './search.ts';
import type { View } from './view.ts';
import { useView } from './use-view.ts';
import styles from './ViewLinks.module.css';

/** Follows a link within the page. With a modifier key the browser opens it in another tab or window. */
export const inPlace = (follow: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  follow();
};

interface ViewLinkProps {
  /** The change of the present view. */
  to: Partial<View>;
  isCurrent?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A link to another view, followed in place, or in another tab with a modifier key. */
export function ViewLink({ to, isCurrent = false, className, children }: ViewLinkProps) {
  const { view, go } = useView();
  return (
    <a
      href={hrefOf({ ...view, ...to })}
      className={className}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={inPlace(() => go(to))}
    >
      {children}
    </a>
  );
}

interface Props {
  /** The links' label for screen readers. */
  label: string;
  links: readonly { readonly to: Partial<View>; readonly label: string; readonly isCurrent: boolean }[];
}

/** Links to several views. */
export function ViewLinks({ label, links }: Props) {
  return (
    <nav className={`cluster gap-x-4 gap-y-2 text-sm ${styles['links']}`} aria-label={label}>
      {links.map(({ to, label: text, isCurrent }) => (
        <ViewLink key={text} to={to} isCurrent={isCurrent}>
          {text}
        </ViewLink>
      ))}
    </nav>
  );
}
