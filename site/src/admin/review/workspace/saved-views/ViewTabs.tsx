import { useState } from 'react';
import { InBar } from '../../../bar/bar-slots.tsx';
import { useView } from '../../../route/use-view.ts';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { Popover, useIsPhone } from '../../kernel/controls/Popover.tsx';
import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import { TabLink } from './TabLink.tsx';
import { ThisView } from './ThisView.tsx';
import { currentTab, useTabs, whereTo, type Tab } from './use-tabs.ts';
import styles from './ViewTabs.module.css';

/** The width of the button of a menu for the rest. */
const MORE_PX = 64;

/** Returns how many children of a line fit into its parent, next to the menu for the rest if there is one. */
function useFitting() {
  const [fitting, setFitting] = useState(Infinity);
  // Not an effect, which would run before the line is there if the head's slot comes later.
  const line = (element: HTMLUListElement) => {
    const parent = element.parentElement!;
    const observer = new ResizeObserver(() => setFitting(countFitting(element, parent.clientWidth)));
    for (const part of [parent, ...element.children]) observer.observe(part);
    return () => observer.disconnect();
  };
  return { line, fitting };
}

function countFitting(line: HTMLElement, width: number): number {
  const gap = Number.parseFloat(getComputedStyle(line).columnGap) || 0;
  const ends: number[] = [];
  for (const child of line.children) ends.push((ends.at(-1) ?? -gap) + gap + child.clientWidth);
  if ((ends.at(-1) ?? 0) <= width) return Infinity;
  return ends.filter((end) => end <= width - MORE_PX).length;
}

/** The views as tabs. Those that do not fit, and all of them on a phone, are in a menu. */
export function ViewTabs() {
  const { view, go } = useView();
  const tabs = useTabs();
  const current = currentTab(tabs, view);
  const isPhone = useIsPhone();
  const { line, fitting: room } = useFitting();
  const fitting = isPhone ? 0 : room;
  useCommands(
    tabs
      .filter(({ saved }) => !saved)
      .map((tab) => ({
        id: `view.${tab.key}` as const,
        group: 'views' as const,
        label: tab.label,
        run: () => go(whereTo(tab, view)),
      })),
  );
  return (
    <InBar slot="views">
      <nav className={`row gap-1 h-full min-w-0 ${styles['tabs']}`} aria-label="Views">
        <ul ref={line} className={`cluster h-full min-w-0 ${styles['line']}`}>
          {tabs.map((tab, place) => (
            <li key={tab.key} className="h-full" data-clipped={place >= fitting || undefined}>
              <TabLink tab={tab} isCurrent={tab === current} />
            </li>
          ))}
        </ul>
        <MoreViews rest={tabs.slice(fitting)} current={current} />
        {view.screen === 'triage' && <ThisView />}
      </nav>
    </InBar>
  );
}

export const ViewList = lazyScreen(() => import('./ViewList.tsx'));

interface MoreProps {
  rest: readonly Tab[];
  current: Tab | undefined;
}

/** The menu of the views without room, named like the shown one if that is among them. */
function MoreViews({ rest, current }: MoreProps) {
  const isPhone = useIsPhone();
  if (rest.length === 0) return null;
  const few = isPhone ? 'Views' : `+${rest.length}`;
  return (
    <Popover
      label="More views"
      button={
        <span className={`text-ellipsis relative ${styles['label']}`}>
          <bdi>{current && rest.includes(current) ? current.label : few}</bdi>
          <span className="visually-hidden"> More views</span>
        </span>
      }
    >
      {(close) => <ViewList rest={rest} current={current} close={close} />}
    </Popover>
  );
}
