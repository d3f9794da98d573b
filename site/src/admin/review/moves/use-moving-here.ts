import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { showToast } from '../../../ui/toast/show.ts';
import { useUndoStack } from '../kernel/commands/CommandsProvider.tsx';
import { applicationQuery } from '../kernel/data/queries.ts';
import { conflictDetail } from '../kernel/data/review-error.ts';
import type { Row } from '../kernel/data/shapes/row.ts';
import { useRefresh, useUndo } from '../kernel/data/saves.ts';
import { useKeyboard } from '../kernel/keys/KeyboardProvider.tsx';
import { useMe } from '../kernel/data/me.tsx';
import { Store } from '../kernel/store.ts';
import { describeMail, STOPPABLE_MS, mailOfMove } from './mail/describe-mail.ts';
import { useMailActions } from './mail/mail-dialogs.ts';
import { reasonsQuery } from './mail/reasons.ts';
import { fill, words } from '../kernel/words.ts';
import { statusDisplay } from '../kernel/status/status-display.ts';
import { MenuStore } from './menu-store.ts';
import { moveItems, pressInMenu, type Chosen, type MenuOptions, type MenuPlace } from './move-menu.ts';
import {
  move,
  readMoves,
  setMoveDefaults,
  settled,
  watchMoves,
  type HowMade,
  type MoveRequest,
} from './moves.ts';
import { latest as latestShape } from './queries.ts';
import { type Moved, templatesQuery } from './mail/queries.ts';
import { makeMove, pathOf } from './make-move.ts';

/** Above every other layer, because an open menu handles every key. */
const MENU_LEVEL = 9;

/** Saves a move. If an earlier try without an answer succeeded, the refusal shows it. */
async function send(request: MoveRequest, seen: number, myEmail: string): Promise<Moved> {
  const { row, to, reason } = request;
  const path = pathOf(request);
  try {
    return await makeMove(row.id, path, seen, { mail: mailOfMove(row, to), ...(reason && { reason }) });
  } catch (cause) {
    const { row: theirs, latest } = conflictDetail(cause, latestShape) ?? {};
    const isMine =
      latest?.kind === 'moved' && latest.by === myEmail && theirs?.version === seen + path.length;
    if (!theirs || !isMine || theirs.status !== to) throw cause;
    return { batch_id: '', changed: 1, skipped: 0, mailed: 0, mail_due_at: null, row: theirs };
  }
}

/** Sets how moves are saved, with the notices and reloads afterwards, and returns their state. */
function useMoves() {
  const { email, time_zone: zone } = useMe();
  const refresh = useRefresh();
  const undo = useUndo();
  const client = useQueryClient();
  const mailActions = useMailActions();
  const onMade = ({ row: { id, name }, to }: MoveRequest, moved: Moved, { isLast, chosenAt }: HowMade) => {
    const { batch_id: batch, row } = moved;
    // When the person returns, it is unchanged until it is reloaded.
    client.setQueryData(
      applicationQuery(id).queryKey,
      (shown) => shown && { ...shown, row: { ...shown.row, ...row } },
    );
    const action = batch ? undo(batch, chosenAt, id) : undefined;
    if (!isLast) return;
    const announce = (dueAt: string | null) =>
      showToast({
        title: fill(words.moved, { name, status: statusDisplay[to].label }),
        text: describeMail(row, { mail_due_at: dueAt }, zone),
        action,
        ...(dueAt && { more: mailActions(row, announce), stayMs: STOPPABLE_MS }),
      });
    announce(moved.mail_due_at);
  };
  useLayoutEffect(() =>
    setMoveDefaults(client, {
      send: (request, seen) => send(request, seen, email),
      onMade,
      onSettled: (id, isLast) =>
        void refresh({ of: [id], also: isLast ? ['list', 'count', 'clock', 'updates'] : [] }),
    }),
  );
  const [moves] = useState(() => new Store(readMoves(client)));
  useLayoutEffect(() => watchMoves(client, () => moves.set(readMoves(client))), [client, moves]);
  return moves;
}

/** Gives the open menu every key, except those with Control or Command. */
function useMenuKeys(menu: MenuStore, carryOut: (chosen: Chosen) => void): void {
  const keyboard = useKeyboard();
  const find = useEffectEvent((key: string) => {
    const open = menu.read();
    if (!open || key.startsWith('Mod+')) return null;
    return () => {
      const { menu: after, chosen, whyNot } = pressInMenu(open, key);
      menu.set(after);
      if (whyNot) showToast({ title: whyNot });
      if (!chosen) return;
      carryOut(chosen);
      open.onMoved?.();
    };
  });
  useEffect(() => keyboard.register({ level: MENU_LEVEL, find: (key) => find(key) }), [keyboard]);
}

/**
 * Everything for moving applications, such as the menu, moves in progress and undo. The menu closes when another
 * `place` is shown. `onMail` asks for the words of a mail. A move without one asks nothing.
 */
export function useMovingHere(place: string, onMail: (request: MoveRequest) => void) {
  const client = useQueryClient();
  const [menu] = useState(() => new MenuStore());
  const moves = useMoves();
  const undos = useUndoStack();
  useEffect(() => void client.prefetchQuery(reasonsQuery), [client]);
  useLayoutEffect(() => menu.enter(place), [menu, place]);
  const carryOut = useCallback(
    ({ hasMail, ...request }: Chosen) => (hasMail ? onMail(request) : move(client, request)),
    [client, onMail],
  );
  useMenuKeys(menu, carryOut);
  // The same in each render, because every row of the list reads it.
  return useMemo(
    () => ({
      moves,
      menu,
      carryOut,
      /** Opens the menu of this application's moves. */
      openMenu: (row: Row, at: MenuPlace, options: MenuOptions = {}) => {
        void client.prefetchQuery(templatesQuery);
        void client.prefetchQuery(reasonsQuery);
        const items = moveItems(row.status, client.getQueryData(reasonsQuery.queryKey) ?? null);
        menu.set({ hasMail: false, ...options, row, place: at, items, index: null });
      },
      /** Undoes the last change once every change is saved. Returns the application, if it was one. */
      undo: async () => {
        await settled(client);
        const undone = undos.undoLast();
        if (!undone) showToast({ title: 'There is nothing to undo' });
        await undone?.done;
        return undone?.about ?? null;
      },
    }),
    [client, moves, menu, undos, carryOut],
  );
}

export type Moving = ReturnType<typeof useMovingHere>;
