import { useQuery } from '@tanstack/react-query';
import { readStored } from '../../../route/search.ts';
import { arrangements, firstView, isArrangement, mineOf, toRead, type View } from '../../../route/view.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { words } from '../../kernel/words.ts';
import { sameness, savedViewsQuery, type SavedView } from './queries.ts';

export interface Tab {
  readonly key: string;
  readonly label: string;
  readonly view: View;
  readonly saved: SavedView | null;
  /** The arrangement that the tab leads to. Absent for the present one. */
  readonly arrangement?: 'list' | 'board';
}

/** Returns the built-in views, then the own ones, then shared ones. A reader has no queue. */
export function useTabs(): readonly Tab[] {
  const { data: views = [] } = useQuery(savedViewsQuery);
  const { user_id: myId, mayReview } = useMe();
  const all = { key: 'all', label: 'All', view: firstView, saved: null };
  const builtIn: readonly Tab[] = mayReview
    ? [
        { key: 'to-read', label: 'To read', view: toRead, saved: null },
        { key: 'mine', label: 'Mine', view: mineOf(myId), saved: null },
        all,
      ]
    : [
        { ...all, arrangement: 'list' },
        { ...all, key: 'board', label: words.screens.board, arrangement: 'board' },
      ];
  const isMine = ({ owner }: SavedView) => owner === myId;
  const saved = [...views].sort((one, other) => Number(isMine(other)) - Number(isMine(one)));
  return [
    ...builtIn,
    ...saved.map((view) => ({
      key: view.id,
      label: view.name,
      view: readStored(view),
      saved: view,
    })),
  ];
}

/** Returns the tab of the shown view. Other screens than lists, boards and reading belong to none. */
export function currentTab(tabs: readonly Tab[], view: View): Tab | undefined {
  const isShown = view.screen === 'triage' || isArrangement(view.screen);
  return isShown
    ? tabs.find(
        ({ view: other, arrangement = view.screen }) =>
          sameness(other) === sameness(view) && arrangement === view.screen,
      )
    : undefined;
}

/** Returns a tab's view with the present arrangement unless the view has one. */
export function whereTo(tab: Tab, present: View): Partial<View> {
  const arrangement = arrangements.find((screen) => screen === present.screen) ?? 'list';
  const { screen, columns, ...rest } = tab.view;
  return {
    ...rest,
    screen: tab.arrangement ?? (tab.saved && screen !== 'list' ? screen : arrangement),
    columns: columns ?? (tab.saved ? null : present.columns),
    after: null,
    open: null,
  };
}
