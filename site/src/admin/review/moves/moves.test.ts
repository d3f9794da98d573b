import { describe, expect, it, vi } from 'vitest';
import { ReviewError } from '../kernel/data/review-error.ts';
import type { Row, Status } from '../kernel/data/shapes/row.ts';
import { Moves, shownRow, shownRows, type MoveRequest } from './moves.ts';
import type { Moved } from './mail/queries.ts';

const row = (id: string, version = 1, status: Status = 'submitted') =>
  ({ id, version, status, name: id.toUpperCase() }) as Row;

/** A fake database that answers on demand. */
function setUp() {
  const asked: { request: MoveRequest; version: number; answer: (what?: 'offline') => Promise<void> }[] = [];
  const made: string[] = [];
  let refreshes = 0;
  let deliberate = Promise.resolve(true);
  let canReload = true;
  const moves = new Moves({
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
          await new Promise((done) => setTimeout(done));
        };
        asked.push({ request, version, answer });
      }),
    isDeliberate: () => deliberate,
    onMade: ({ row: { id }, to }) => made.push(`${id} ${to}`),
    onSettled: async () => {
      refreshes += 1;
      return canReload;
    },
  });
  const tick = () => new Promise((done) => setTimeout(done));
  const mistake = () => void (deliberate = Promise.resolve(false));
  const setReload = (succeeds: boolean) => void (canReload = succeeds);
  return { moves, asked, made, tick, mistake, setReload, refreshes: () => refreshes };
}

describe('a move', () => {
  it('shows at once and removes its row from the filtered list', async () => {
    const { moves, asked, made, tick, refreshes } = setUp();
    const rows = [row('a'), row('b')];
    void moves.move(rows[0]!, 'in_review');
    expect(shownRow(rows[0]!, moves.read()).status).toBe('in_review');
    expect(shownRows(rows, moves.read(), { status: ['submitted'] })).toEqual([rows[1]]);
    expect(shownRows(rows, moves.read(), {})).toHaveLength(2);
    await tick();
    await asked[0]!.answer();
    expect([made, refreshes()]).toEqual([['a in_review'], 1]);
  });

  it('that was typed by mistake is taken back and not sent, and the one before stays', async () => {
    const { moves, asked, made, tick, mistake } = setUp();
    void moves.move(row('a'), 'in_review');
    mistake();
    const isMeant = moves.move(row('a'), 'declined');
    expect(shownRow(row('a'), moves.read()).status).toBe('declined');
    expect(await isMeant).toBe(false);
    await tick();
    expect(shownRow(row('a'), moves.read()).status).toBe('in_review');
    await asked[0]!.answer();
    expect([made, asked.length]).toEqual([['a in_review'], 1]);
  });

  it('is shown until the loaded rows include it, and never over newer changes of others', async () => {
    const { moves, asked, tick, setReload, refreshes } = setUp();
    void moves.move(row('a'), 'in_review');
    await tick();
    expect(shownRow(row('a', 2, 'interview'), moves.read()).status).toBe('interview');
    setReload(false);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const answered = asked[0]!.answer();
    await vi.advanceTimersByTimeAsync(0);
    await answered;
    expect(shownRow(row('a', 1), moves.read()).status).toBe('in_review');
    expect(shownRow(row('a', 2, 'in_review'), moves.read()).status).toBe('in_review');
    setReload(true);
    await vi.runAllTimersAsync();
    vi.useRealTimers();
    expect([moves.read().shown.size, refreshes()]).toEqual([0, 2]);
  });

  it('after another one of the same application waits for its answer and uses its version', async () => {
    const { moves, asked, made, tick } = setUp();
    void moves.move(row('a'), 'in_review');
    void moves.move(shownRow(row('a'), moves.read()), 'interview');
    await tick();
    expect(asked.map(({ version }) => version)).toEqual([1]);
    await asked[0]!.answer();
    expect(shownRow(row('a', 2, 'in_review'), moves.read()).status).toBe('interview');
    await asked[1]!.answer();
    expect([asked[1]!.version, made]).toEqual([2, ['a in_review', 'a interview']]);
  });

  it('of a row that was shown before the last one, as a drag or an open menu holds it, uses its version, also once that is loaded', async () => {
    const { moves, asked, tick } = setUp();
    void moves.move(row('a'), 'in_review');
    const held = shownRow(row('a'), moves.read());
    await tick();
    await asked[0]!.answer();
    expect([moves.read().shown.size, await moves.versionOf(held)]).toEqual([0, 2]);
    void moves.move(held, 'interview');
    await tick();
    await asked[1]!.answer();
    void moves.move(row('a', 4), 'declined');
    await tick();
    expect(asked.map(({ version }) => version)).toEqual([1, 2, 4]);
  });

  it('is reverted when it fails, and shown together with the moves based on it', async () => {
    const { moves, asked, made, tick, refreshes } = setUp();
    void moves.move(row('a'), 'in_review');
    void moves.move(shownRow(row('a'), moves.read()), 'interview');
    void moves.move(row('b'), 'declined');
    await tick();
    await asked[0]!.answer('offline');
    await asked[1]!.answer();
    const { failedMoves } = moves.read();
    expect(failedMoves.map(({ row: { id }, to, error }) => [id, to, error.errorKind])).toEqual([
      ['a', 'in_review', 'offline'],
      ['a', 'interview', 'offline'],
    ]);
    expect(shownRow(row('a'), moves.read()).status).toBe('submitted');
    expect([made, asked.length, refreshes()]).toEqual([['b declined'], 2, 1]);
    moves.again(failedMoves[0]!);
    await tick();
    await asked[2]!.answer();
    expect(moves.read().failedMoves).toEqual([failedMoves[1]]);
    expect(made).toEqual(['b declined', 'a in_review']);
  });

  it('that fails twice is reported once, and no longer after it was made', async () => {
    const { moves, asked, tick } = setUp();
    const fail = async (place: number) => {
      void moves.move(row('a'), 'in_review');
      await tick();
      await asked[place]!.answer('offline');
    };
    await fail(0);
    await fail(1);
    expect(moves.read().failedMoves).toHaveLength(1);
    void moves.move(row('a'), 'in_review');
    await tick();
    await asked[2]!.answer();
    expect(moves.read().failedMoves).toEqual([]);
  });
});
