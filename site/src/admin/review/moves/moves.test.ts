import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ReviewError } from '../kernel/data/review-error.ts';
import type { Row, Status } from '../kernel/data/shapes/row.ts';
import {
  dismiss,
  move,
  moveAgain,
  readMoves,
  setMoveDefaults,
  settled,
  shownColumn,
  shownRow,
  shownRows,
  versionOf,
  type MoveRequest,
} from './moves.ts';
import type { Moved } from './mail/queries.ts';

const row = (id: string, version = 1, status: Status = 'submitted') =>
  ({ id, version, status, name: id.toUpperCase() }) as Row;

/** A fake database that answers on demand. */
function setUp() {
  const requests: { request: MoveRequest; version: number; answer: (what?: 'offline') => Promise<void> }[] =
    [];
  const made: string[] = [];
  let reloads = 0;
  const tick = () => new Promise((done) => setTimeout(done));
  const client = new QueryClient();
  setMoveDefaults(client, {
    send: (request, version) =>
      new Promise<Moved>((resolve, reject) => {
        const moved = {
          batch_id: 'b',
          changed: 1,
          skipped: 0,
          mailed: 0,
          mail_due_at: null,
          row: row(request.row.id, version + 1, request.to),
        };
        const answer = async (what?: 'offline') => {
          if (what) reject(new ReviewError(what, ''));
          else resolve(moved);
          await tick();
        };
        requests.push({ request, version, answer });
      }),
    onMade: ({ row: { id }, to }, _moved, { isLast }) => made.push(`${id} ${to}${isLast ? ', last' : ''}`),
    onSettled: (_id, isLast) => {
      if (isLast) reloads += 1;
    },
  });
  return {
    ...{ client, requests, made, tick },
    move: (shown: Row, to: Status) => move(client, { row: shown, to }),
    read: () => readMoves(client),
    reloads: () => reloads,
  };
}

describe('a move', () => {
  it('shows at once and removes its row from the filtered list', async () => {
    const { requests, made, tick, reloads, ...moves } = setUp();
    const rows = [row('a'), row('b')];
    moves.move(rows[0]!, 'in_review');
    expect(shownRow(rows[0]!, moves.read()).status).toBe('in_review');
    expect(shownRows(rows, moves.read(), { status: ['submitted'] })).toEqual([rows[1]]);
    expect(shownRows(rows, moves.read(), {})).toHaveLength(2);
    await tick();
    await requests[0]!.answer();
    expect([made, reloads()]).toEqual([['a in_review, last'], 1]);
  });

  it('is shown until the loaded rows include it, however late, and never over newer changes of others', async () => {
    const { requests, tick, ...moves } = setUp();
    moves.move(row('a'), 'in_review');
    await tick();
    expect(shownRow(row('a', 2, 'interview'), moves.read()).status).toBe('interview');
    await requests[0]!.answer();
    // A list that could not be reloaded, one that was, and one with a change of someone else.
    expect(shownRow(row('a', 1), moves.read()).status).toBe('in_review');
    expect(shownRow(row('a', 2, 'in_review'), moves.read()).status).toBe('in_review');
    expect(shownRow(row('a', 3, 'submitted'), moves.read()).status).toBe('submitted');
  });

  it('comes first in its column until that is loaded again', async () => {
    const { requests, tick, ...moves } = setUp();
    const column = (at: number) =>
      shownColumn({ rows: [row('b', 1, 'in_review')], at }, moves.read(), 'in_review').map(({ id }) => id);
    moves.move(row('a'), 'in_review');
    expect([column(Date.now()), column(Infinity)]).toEqual([['a', 'b'], ['b']]);
    await tick();
    const before = Date.now() - 1;
    await requests[0]!.answer();
    expect([column(before), column(Date.now() + 1)]).toEqual([['a', 'b'], ['b']]);
  });

  it('after another one of the same application waits for its answer and uses its version', async () => {
    const { requests, made, tick, ...moves } = setUp();
    moves.move(row('a'), 'in_review');
    moves.move(shownRow(row('a'), moves.read()), 'interview');
    await tick();
    expect(requests.map(({ version }) => version)).toEqual([1]);
    await requests[0]!.answer();
    expect(shownRow(row('a', 2, 'in_review'), moves.read()).status).toBe('interview');
    await requests[1]!.answer();
    expect([requests[1]!.version, made]).toEqual([2, ['a in_review', 'a interview, last']]);
  });

  it('of a row that was shown before the last one, as a drag or an open menu holds it, uses its version', async () => {
    const { client, requests, tick, ...moves } = setUp();
    moves.move(row('a'), 'in_review');
    const held = shownRow(row('a'), moves.read());
    await tick();
    const seen = versionOf(client, held);
    await requests[0]!.answer();
    expect(await seen).toBe(2);
    moves.move(held, 'interview');
    await tick();
    await requests[1]!.answer();
    moves.move(row('a', 4), 'declined');
    await tick();
    expect(requests.map(({ version }) => version)).toEqual([1, 2, 4]);
  });

  it('is reverted when it fails, and shown together with the moves based on it', async () => {
    const { client, requests, made, tick, reloads, ...moves } = setUp();
    moves.move(row('a'), 'in_review');
    moves.move(shownRow(row('a'), moves.read()), 'interview');
    moves.move(row('b'), 'declined');
    await tick();
    await requests[0]!.answer('offline');
    await requests[1]!.answer();
    const { failedMoves } = moves.read();
    expect(failedMoves.map(({ row: { id }, to, error }) => [id, to, error.errorKind])).toEqual([
      ['a', 'in_review', 'offline'],
      ['a', 'interview', 'not-sent'],
    ]);
    expect(shownRow(row('a'), moves.read()).status).toBe('submitted');
    expect([made, requests.length, reloads()]).toEqual([['b declined, last'], 2, 1]);
    moveAgain(client, failedMoves[0]!);
    await tick();
    await requests[2]!.answer();
    expect(moves.read().failedMoves).toEqual([failedMoves[1]]);
    expect(made).toEqual(['b declined, last', 'a in_review, last']);
    dismiss(client, failedMoves[1]!);
    expect(moves.read().failedMoves).toEqual([]);
  });

  it('that fails twice is reported once, and no longer after it was made', async () => {
    const { requests, tick, ...moves } = setUp();
    const fail = async (place: number) => {
      moves.move(row('a'), 'in_review');
      await tick();
      await requests[place]!.answer('offline');
    };
    await fail(0);
    await fail(1);
    expect(moves.read().failedMoves).toHaveLength(1);
    moves.move(row('a'), 'in_review');
    await tick();
    await requests[2]!.answer();
    expect(moves.read().failedMoves).toEqual([]);
  });

  it('lets an undo wait until it is saved', async () => {
    const { client, requests, tick, ...moves } = setUp();
    moves.move(row('a'), 'in_review');
    let isSettled = false;
    const waiting = settled(client).then(() => (isSettled = true));
    await tick();
    expect(isSettled).toBe(false);
    await requests[0]!.answer();
    expect(await waiting).toBe(true);
    await settled(client);
  });
});
