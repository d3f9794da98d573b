import { readStored } from '../../../route/search.ts';
import { arrangements, firstView, isArrangement, mineOf, toRead, type View } from '../../../route/view.ts';
import { useMe } from '../../kernel/data/me.tsx';
import { sameness, type SavedView } from './use-saved-views.ts';

export interface Tab {
  readonly key: string;
  readonly label: string;
  readonly view: View;
  readonly saved: SavedView | null;
}

/** Returns the built-in views, then the own ones, then shared ones. */
export function useTabs(views: readonly SavedView[]): readonly Tab[] {
  const { user_id: myId } = useMe();
  const builtIn = [
    { key: 'to-read', label: 'To read', view: toRead },
    { key: 'mine', label: 'Mine', view: mineOf(myId) },
    { key: 'all', label: 'All', view: firstView },
  ].map((tab) => ({ ...tab, saved: null }));
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
  return isShown ? tabs.find((tab) => sameness(tab.view) === sameness(view)) : undefined;
}

/** Returns a tab's view with the present arrangement unless the view has one. */
export function whereTo(tab: Tab, present: View): Partial<View> {
  const arrangement = arrangements.find((screen) => screen === present.screen) ?? 'list';
  const { screen, columns, ...rest } = tab.view;
  return {
    ...rest,
    screen: tab.saved && screen !== 'list' ? screen : arrangement,
    columns: columns ?? (tab.saved ? null : present.columns),
    after: null,
    open: null,
  };
}
