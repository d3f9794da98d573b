import { rounded } from '../support/numbers.ts';
import { dayOf } from './asked.ts';
import type { Desk } from './desk.ts';

/** The most that one request may change. */
const MOST = 10_000;

interface Count {
  readonly total: number;
}

/** The filter that holds as many of the latest applications as one request may change. */
async function nearlyMost(desk: Desk): Promise<object> {
  for (let days = 1; ; days += 1) {
    const { answer } = await desk.call<Count>('review_count', { filter: { from: dayOf(days) } });
    if (answer.total > MOST) return { from: dayOf(days - 1) };
  }
}

/** Seconds that it takes to change nearly ten thousand applications by one request, and to undo it. */
export async function measureMany(desk: Desk): Promise<object> {
  const filter = await nearlyMost(desk);
  // A change of one comes first, as it does in life: the session's plans are then made for one row.
  const one = { search: 'builder-0000500@' };
  await desk.call('review_many', { filter: one, change: { add_tag: 'bench one' } });
  const { answer, milliseconds } = await desk.call<{ batch_id: string; changed: number }>('review_many', {
    filter,
    change: { add_tag: 'bench' },
  });
  const undo = await desk.call('review_undo', { batch_id: answer.batch_id });
  const figures = {
    changed: answer.changed,
    seconds: rounded(milliseconds / 1000),
    undoSeconds: rounded(undo.milliseconds / 1000),
  };
  console.log(
    `many at once: ${figures.changed.toLocaleString('en')} tagged in ${figures.seconds} s, ` +
      `put back in ${figures.undoSeconds} s (a statement may take 8 s)`,
  );
  return figures;
}
