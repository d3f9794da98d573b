import { useEffect, useEffectEvent, useState } from 'react';
import { useQueryClient, type QueryFilters } from '@tanstack/react-query';
import { showToast } from '../../../ui/toast/show.ts';
import { useUndoStack } from '../kernel/commands/CommandsProvider.tsx';
import { applicationQuery, changing } from '../kernel/data/queries.ts';
import { conflictDetail } from '../kernel/data/review-error.ts';
import type { Row, Status } from '../kernel/data/shapes/row.ts';
import { useRefresh, useUndo } from '../kernel/data/saves.ts';
import { useKeyboard } from '../kernel/keys/KeyboardProvider.tsx';
import { useMe } from '../kernel/data/me.tsx';
import { describeMail, STOPPABLE_MS, mailOfMove } from './mail/describe-mail.ts';
import { useMailActions } from './mail/mail-dialogs.ts';
import { fill, phrase, words } from '../kernel/words.ts';
import { statusDisplay } from '../kernel/status-display.ts';
import { MenuStore } from './menu-store.ts';
import { pressInMenu, type Chosen, type MenuPlace } from './move-menu.ts';
import { Moves, type HowMade, type MoveRequest } from './moves.ts';
import { movesFrom } from './paths.ts';
import { latest as latestShape } from './queries.ts';
import { type Moved, templatesQuery } from './mail/queries.ts';
import { makeMove, pathOf } from './make-move.ts';

/** Above every other layer, because an open menu handles every key. */
const MENU_LEVEL = 9;

/** Saves a move. If an earlier try without an answer succeeded, the refusal shows it. */
async function send(
  { row, to, reason }: MoveRequest,
  path: readonly Status[],
  seen: number,
  myEmail: string,
): Promise<Moved> {
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

/** Shown lists whose reload failed. */
const unreloaded: QueryFilters = {
  queryKey: changing.list,
  type: 'active',
  predicate: ({ state }) => state.isInvalidated,
};

/** The moves in progress, with the notices and reloads after they are saved. */
function useMoves(): Moves {
  const { email } = useMe();
  const refresh = useRefresh();
  const undo = useUndo();
  const client = useQueryClient();
  const mailActions = useMailActions();
  const keyboard = useKeyboard();
  const say = useEffectEvent((request: MoveRequest, moved: Moved, { isLast, chosenAt }: HowMade) => {
    const { batch_id: batch, row } = moved;
    // When the person returns, it is unchanged until it is reloaded.
    client.setQueryData(
      applicationQuery(request.row.id).queryKey,
      (shown) => shown && { ...shown, row: { ...shown.row, ...row } },
    );
    const action = batch ? undo(batch, chosenAt, request.row.id) : undefined;
    if (!isLast) return;
    const announce = (dueAt: string | null) =>
      showToast({
        title: fill(words.moved, { name: request.row.name, status: statusDisplay[request.to].label }),
        text: describeMail(row, { mail_due_at: dueAt }),
        action,
        ...(dueAt && { more: mailActions(row, announce), stayMs: STOPPABLE_MS }),
      });
    announce(moved.mail_due_at);
  });
  const [moves] = useState(
    () =>
      new Moves({
        send: (request, seen) => send(request, pathOf(request), seen, email),
        isDeliberate: () => keyboard.isDeliberate(),
        onMade: (request, moved, how) => say(request, moved, how),
        onSettled: async (of) => {
          await refresh({ of, also: ['list', 'count', 'clock', 'pulse'] });
          return client.getQueryCache().findAll(unreloaded).length === 0;
        },
      }),
  );
  return moves;
}

/** Gives the open menu every key, except those with Control or Command. */
function useMenuKeys({ menu, carryOut }: { menu: MenuStore; carryOut: (chosen: Chosen) => unknown }): void {
  const keyboard = useKeyboard();
  const find = useEffectEvent((key: string) => {
    const open = menu.read();
    if (!open || key.startsWith('Mod+')) return null;
    return () => {
      const answer = pressInMenu(open, key);
      if (!answer) return key.length === 1 ? keyboard.beginText() : undefined;
      menu.set(answer.menu);
      if (answer.chosen) void carryOut(answer.chosen);
      return undefined;
    };
  });
  useEffect(() => keyboard.register({ level: MENU_LEVEL, find: (key) => find(key) }), [keyboard]);
}

/**
 * Everything for moving applications, such as the menu, moves in progress and undo. `onMail` asks for the words of a
 * mail. A move without one asks nothing.
 */
export function useMovingHere(onMail: (request: MoveRequest) => void) {
  const client = useQueryClient();
  const [menu] = useState(() => new MenuStore());
  const moves = useMoves();
  const undos = useUndoStack();
  const carryOut = useEffectEvent(async ({ row, to, hasMail, ...how }: Chosen) => {
    if (hasMail) onMail({ row, to });
    const isMeant = hasMail || (await moves.move(row, to, how));
    if (!isMeant)
      showToast({
        title: 'No one was moved',
        text: phrase`That looked like typed text, so ${row.name} stays. Press the key alone to move.`,
      });
    return isMeant;
  });
  const openMenu = useEffectEvent((row: Row, place: MenuPlace, hasMail = false) => {
    void client.prefetchQuery(templatesQuery);
    menu.set({ row, place, moves: movesFrom(row.status), index: 0, hasMail });
  });
  const moving = {
    moves,
    menu,
    /** Opens the menu of this application's moves. */
    openMenu: (row: Row, place: MenuPlace, hasMail?: boolean) => openMenu(row, place, hasMail),
    /** Resolves to false if the key turned out to be part of a text, and the move was taken back. */
    carryOut: (chosen: Chosen) => carryOut(chosen),
    /** Undoes the last change once every move is saved. Returns the application, if it was one. */
    undo: async () => {
      await Promise.all([moves.settled(), undos.settled()]);
      const undone = undos.undoLast();
      if (!undone) showToast({ title: 'There is nothing to undo' });
      await undone?.done;
      return undone?.about ?? null;
    },
  };
  useMenuKeys(moving);
  return moving;
}

export type Moving = ReturnType<typeof useMovingHere>;
