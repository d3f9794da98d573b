import { expect, test, vi } from 'vitest';
import type { Database } from '../database/database.ts';
import { readiness } from './readiness.ts';

/** A database on which each statement is answered by `answer`, with a count of the statements. */
function databaseThat(answer: () => Promise<unknown>) {
  const state = { isReadOnly: false, isAway: false, questions: 0 };
  const query = () => {
    state.questions += 1;
    return answer().then(() => ({ rows: [{ isReadOnly: state.isReadOnly }] }));
  };
  const database = { query, pipeline: query } as unknown as Pick<Database, 'query' | 'pipeline'>;
  return { state, isReady: readiness(database, null, () => state.isAway) };
}

test('gives up on a database that never answers', async () => {
  const { isReady } = databaseThat(() => new Promise(() => {}));
  expect(await isReady()).toBe('the database cannot be reached');
});

test('caches a good result for ten seconds and a bad one for one', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const { state, isReady } = databaseThat(() => Promise.resolve());
  expect(await isReady()).toBeNull();
  state.isReadOnly = true;
  vi.setSystemTime(Date.now() + 9_999);
  expect(await isReady()).toBeNull();
  vi.setSystemTime(Date.now() + 1);
  expect(await isReady()).toBe('the database takes no writes');
  state.isReadOnly = false;
  vi.setSystemTime(Date.now() + 999);
  expect(await isReady()).toBe('the database takes no writes');
  vi.setSystemTime(Date.now() + 1);
  expect(await isReady()).toBeNull();
  expect(state.questions).toBe(5);
});

test('drops a cached good result when a request has noticed that the database is away', async () => {
  const { state, isReady } = databaseThat(() => Promise.resolve());
  expect(await isReady()).toBeNull();
  Object.assign(state, { isReadOnly: true, isAway: true });
  expect(await isReady()).toBe('the database takes no writes');
});
