import { lazyScreen } from '#ui/lazy/lazy-screen.tsx';
import { useView } from '../../../route/use-view.ts';
import { currentTab, useTabs } from './use-tabs.ts';

export const ViewSaving = lazyScreen(() => import('./ViewSaving.tsx'));

/** Saves the shown view, or changes a saved one. The built-in ones stay. */
export function ThisView() {
  const { view } = useView();
  const current = currentTab(useTabs(), view);
  const isBuiltIn = current !== undefined && !current.saved;
  return isBuiltIn ? null : <ViewSaving saved={current?.saved ?? null} />;
}
