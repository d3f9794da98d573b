import { useQuery } from '@tanstack/react-query';
import { goTo } from '../../route/address.ts';
import { hrefOfPlace, readStored } from '../../route/search.ts';
import { screens, type Screen } from '../../route/view.ts';
import { useKeyboard } from '../kernel/keys/KeyboardProvider.tsx';
import { useMe } from '../kernel/data/me.tsx';
import { useMoving } from '../moves/moving.tsx';
import { usePeople } from '../kernel/people/use-people.ts';
import { useView } from '../../route/use-view.ts';
import { words } from '../kernel/words.ts';
import type { CommandTarget } from './use-command-target.ts';
import { useCommands } from '../kernel/commands/use-commands.ts';
import type { PalettePage } from './palette/options.ts';
import { useQuickChanges } from './palette/use-quick-changes.ts';
import { savedViewsQuery } from './saved-views/queries.ts';

/** An overlay, the list of keys, the dialog that erases, or a page of the palette. */
export type Overlay = 'keys' | 'erase' | PalettePage;

type Show = (overlay: Overlay) => void;

function useApplicationCommands({ row, place }: CommandTarget, show: Show): void {
  const { user_id: myId, isOwner } = useMe();
  const { nameOf } = usePeople();
  const { openMenu } = useMoving();
  const { assign } = useQuickChanges();
  const whyNot = row ? null : words.whyNot.noApplication;
  useCommands([
    { id: 'application.move', whyNot, run: () => row && openMenu(row, place, { hasKeys: true }) },
    {
      id: 'application.move-with-mail',
      whyNot,
      run: () => row && openMenu(row, place, { hasKeys: true, hasMail: true }),
    },
    { id: 'application.assign', whyNot, run: () => show('assign') },
    {
      id: 'application.assign-to-me',
      whyNot: whyNot ?? (row?.assignee === myId ? 'It is already assigned to you.' : null),
      run: () => row && void assign(row, { id: myId, name: nameOf(myId) }),
    },
    { id: 'application.tag', whyNot, run: () => show('tag') },
    isOwner && row && { id: 'application.erase', run: () => show('erase') },
  ]);
}

function useGoCommands(): void {
  const { go } = useView();
  const { data: views = [] } = useQuery(savedViewsQuery);
  const goToScreen = (screen: Screen) => go({ screen, section: null, after: null, open: null });
  useCommands([
    ...screens.map((screen) => ({ id: `go.${screen}` as const, run: () => goToScreen(screen) })),
    { id: 'go.account', run: () => goTo(hrefOfPlace('account')) },
    ...views.map(
      ({ id, name, view, tag }) =>
        ({
          id: `view.${id}`,
          group: 'views',
          label: name,
          run: () => go(readStored({ view, tag })),
        }) as const,
    ),
  ]);
}

export function useWorkspaceCommands(target: CommandTarget, show: Show): void {
  const keyboard = useKeyboard();
  const { undo } = useMoving();
  const { view, go } = useView();
  useApplicationCommands(target, show);
  useGoCommands();
  useCommands([
    (view.open !== null || view.screen === 'triage') && {
      id: 'general.back',
      run: () => go(view.screen === 'triage' ? { screen: 'list', open: null } : { open: null }),
    },
    {
      id: 'general.undo',
      run: () => {
        const wait = keyboard.hold();
        void undo().then(wait.done, wait.fail);
      },
    },
    { id: 'general.search', run: () => show('all') },
    { id: 'general.keys', run: () => show('keys') },
  ]);
}
