import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { InBar } from '../../../bar/bar-slots.tsx';
import { readSaved } from '../../../route/search.ts';
import { arrangements, firstView, mineOf, toRead, type View } from '../../../route/view.ts';
import { Button } from '../../../../ui/Button.tsx';
import { Popover } from '../../kernel/controls/Popover.tsx';
import { countQuery } from '../../kernel/data/queries.ts';
import { type Amount, amountOf } from '../../kernel/data/use-counts.ts';
import { sayAmount } from '../../kernel/data/amount.ts';
import { sayCount } from '../../kernel/format/number.ts';
import { useMe } from '../../kernel/data/me.tsx';
import type { ViewControl } from '../../../route/use-view.ts';
import { ViewLink } from '../../../route/ViewLinks.tsx';
import { fill, useWords } from '../../kernel/words.tsx';
import { useCommands } from '../../kernel/commands/use-commands.ts';
import { NamingForm } from './NamingForm.tsx';
import { useFitting } from './use-fitting.ts';
import { sameness, useSavedViews, type SavedViews, type SavedView } from './use-saved-views.ts';
import styles from './ViewTabs.module.css';

interface Tab {
  readonly key: string;
  readonly label: string;
  readonly view: View;
  readonly isCounted: boolean;
  readonly saved: SavedView | null;
}

/** Returns the built-in views, then the own ones, then shared ones. */
function useTabs(views: readonly SavedView[]): readonly Tab[] {
  const { views: words } = useWords();
  const { user_id: myId } = useMe();
  const builtIn = [
    { key: 'to-read', label: words.toRead, view: toRead },
    { key: 'mine', label: words.mine, view: mineOf(myId) },
    { key: 'all', label: words.all, view: firstView },
  ].map((tab) => ({ ...tab, isCounted: true, saved: null }));
  const isMine = ({ owner }: SavedView) => owner === myId;
  const saved = [...views].sort((one, other) => Number(isMine(other)) - Number(isMine(one)));
  return [
    ...builtIn,
    ...saved.map((view) => ({
      key: view.id,
      label: view.name,
      view: readSaved(view.query),
      isCounted: false,
      saved: view,
    })),
  ];
}

/** Returns a tab's view with the present arrangement unless the view has one. */
function whereTo(tab: Tab, present: View): Partial<View> {
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

/** The views as tabs. Those that do not fit are in a menu, and the present filter can be saved as another. */
export function ViewTabs({ control }: { control: ViewControl }) {
  const { views: words } = useWords();
  const savedViews = useSavedViews();
  const tabs = useTabs(savedViews.views);
  const { view } = control;
  const { line, fitting } = useFitting();
  const isShown = view.screen === 'triage' || arrangements.some((screen) => screen === view.screen);
  const current = isShown ? tabs.find((tab) => sameness(tab.view) === sameness(view)) : undefined;
  const rest = tabs.slice(fitting);
  useCommands(
    tabs
      .filter(({ saved }) => !saved)
      .map((tab) => ({
        id: `view.${tab.key}` as const,
        group: 'views' as const,
        label: tab.label,
        run: () => control.go(whereTo(tab, view)),
      })),
  );
  return (
    <InBar slot="views">
      <nav className={styles['tabs']} aria-label={words.label}>
        <ul ref={line} className={styles['line']}>
          {tabs.map((tab, place) => (
            <li key={tab.key} data-clipped={place >= fitting || undefined}>
              <TabLink tab={tab} control={control} isCurrent={tab === current} />
            </li>
          ))}
        </ul>
        {rest.length > 0 && (
          <Popover
            label={words.more}
            button={
              <span className={styles['label']}>
                <bdi>{current && rest.includes(current) ? current.label : `+${rest.length}`}</bdi>
                <span className="visually-hidden"> {words.more}</span>
              </span>
            }
            className={styles['more']}
          >
            {(close) => (
              <ul className={styles['menu']}>
                {rest.map((tab) => (
                  <li key={tab.key} onClickCapture={() => setTimeout(close)}>
                    <TabLink tab={tab} control={control} isCurrent={tab === current} />
                  </li>
                ))}
              </ul>
            )}
          </Popover>
        )}
        {isShown && <OfThisView current={current} view={view} savedViews={savedViews} />}
      </nav>
    </InBar>
  );
}

function TabLink({ tab, control, isCurrent }: { tab: Tab; control: ViewControl; isCurrent: boolean }) {
  const { views: words } = useWords();
  const { data } = useQuery({ ...countQuery(tab.view.filter), enabled: tab.isCounted });
  return (
    <ViewLink
      control={control}
      to={whereTo(tab, control.view)}
      isCurrent={isCurrent}
      className={styles['tab']}
    >
      <span dir="auto" className={styles['label']} data-label={tab.label}>
        {tab.label}
      </span>
      {tab.saved?.shared && <span className="visually-hidden">{words.sharedView}</span>}
      {tab.isCounted && <span className={styles['count']}>{data && <Figure amount={amountOf(data)} />}</span>}
    </ViewLink>
  );
}

/** '1,000', or '10,000+', which is read out as 'over 10,000'. */
function Figure({ amount }: { amount: Amount }) {
  const { list } = useWords();
  const said = sayAmount(amount, list);
  if (!amount.isOver) return said;
  return (
    <>
      <span aria-hidden="true">{fill(list.overShort, { count: sayCount(amount.count) })}</span>
      <span className="visually-hidden">{said}</span>
    </>
  );
}

interface OfThisProps {
  current: Tab | undefined;
  view: View;
  savedViews: SavedViews;
}

/** Saves the shown view, or changes a saved one. Members change their own, owners also remove shared ones. */
function OfThisView({ current, view, savedViews: { save, change, remove } }: OfThisProps) {
  const { views: words } = useWords();
  const { user_id: myId, access } = useMe();
  const [isSaving, setSaving] = useState(false);
  useCommands([!current && { id: 'views.open', run: () => setSaving(true) }]);
  if (!current)
    return (
      <Popover
        label={words.save}
        button={words.save}
        className={styles['save']}
        open={{ isOpen: isSaving, set: setSaving }}
      >
        {(close) => <NamingForm onSave={save(view)} onDone={close} />}
      </Popover>
    );
  const { saved } = current;
  if (!saved) return null;
  const isMine = saved.owner === myId;
  if (!isMine && access !== 'owner') return null;
  return (
    <Popover
      label={fill(words.rename, { name: saved.name })}
      button="⋯"
      buttonLabel={fill(words.change, { name: saved.name })}
    >
      {(close) => (
        <>
          {isMine && (
            <NamingForm name={saved.name} isShared={saved.shared} onSave={change(saved)} onDone={close} />
          )}
          <Button
            className={styles['remove'] ?? ''}
            onClick={() => {
              close();
              void remove(saved);
            }}
          >
            {words.remove}
          </Button>
        </>
      )}
    </Popover>
  );
}
