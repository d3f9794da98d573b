import { useQuery } from '@tanstack/react-query';
import { InBar } from '../../bar/bar-slots.tsx';
import { useView } from '../../route/use-view.ts';
import { isArrangement, type Screen } from '../../route/view.ts';
import { ViewLink } from '../../route/ViewLinks.tsx';
import { Button } from '../../../ui/Button.tsx';
import { useIsPhone } from '../kernel/controls/Popover.tsx';
import { useMe } from '../kernel/data/me.tsx';
import { changing } from '../kernel/data/queries.ts';
import type { Updates } from '../kernel/data/shapes/application.ts';
import { formatCount } from '../kernel/format/number.ts';
import { phrase, words } from '../kernel/words.ts';
import type { Overlay } from './use-workspace-commands.ts';
import { ViewMenu } from './view-menu/ViewMenu.tsx';
import { useTotal, formatAmount } from '../kernel/data/use-counts.ts';
import styles from './Workspace.module.css';

interface Props {
  onShow: (overlay: Overlay) => void;
}

/** The controls of the bar: reading, search, the view's menu, and the screens without a list of applications. */
export function Tools({ onShow }: Props) {
  const { view } = useView();
  const isPhone = useIsPhone();
  const { mayReview } = useMe();
  return (
    <>
      <InBar slot="places">
        <ToNotifyLink />
        {mayReview && <ReadLink />}
        <Button look="text" onClick={() => onShow('all')}>
          Search
        </Button>
        {isArrangement(view.screen) && <ViewMenu />}
        {!isPhone && <OtherScreens />}
      </InBar>
      <InBar slot="account">
        {isPhone && <OtherScreens />}
        <Button look="text" onClick={() => onShow('keys')}>
          Keyboard shortcuts
        </Button>
      </InBar>
    </>
  );
}

const otherScreens: readonly Screen[] = ['numbers', 'settings'];

/** On a phone they are in the account's menu. */
function OtherScreens() {
  const { view } = useView();
  return otherScreens.map((screen) => (
    <ViewLink
      key={screen}
      to={{ screen, section: null, after: null, open: null }}
      isCurrent={screen === view.screen}
    >
      {words.screens[screen]}
    </ViewLink>
  ));
}

/** Leads to the applicants who still need to hear from the lab, while there are any. */
function ToNotifyLink() {
  const { view } = useView();
  const { data } = useQuery<Updates>({ queryKey: changing.updates, enabled: false });
  if (!data || data.to_notify === 0) return null;
  return (
    <ViewLink
      to={{ screen: 'notify', section: null, after: null, open: null }}
      isCurrent={view.screen === 'notify'}
      className="tabular-nums whitespace-nowrap text-danger font-semibold"
    >
      {phrase`${formatCount(data.to_notify)} to notify`}
    </ViewLink>
  );
}

/** Leads to reading the applications one by one. Next to a list or a board it says how many there are. */
function ReadLink() {
  const { screen, filter } = useView().view;
  const { total } = useTotal(filter);
  const isCounted = isArrangement(screen) && total !== undefined && total.count > 0;
  return (
    <ViewLink
      to={{ screen: 'triage', section: null, after: null, open: null }}
      isCurrent={screen === 'triage'}
    >
      <span className={`tabular-nums ${styles['read']}`}>
        {isCounted ? phrase`Read ${formatAmount(total)}` : words.screens.triage}
      </span>
    </ViewLink>
  );
}
