import { expect, test } from 'vitest';
import { MIN_CONNECTIONS, LONE_CONNECTIONS, shareOut, USUAL_CONNECTIONS } from './connections.ts';

test.each([
  [USUAL_CONNECTIONS, { rest: 16, auth: 8, owner: 4 }],
  [MIN_CONNECTIONS, { rest: 2, auth: 2, owner: 2 }],
  [20, { rest: 11, auth: 5, owner: 2 }],
  [100, { rest: 63, auth: 31, owner: 4 }],
])('divides %i connections between the uses', (connections, shares) => {
  expect(shareOut(connections)).toEqual(shares);
});

test('never exceeds the limit, and gives each use at least two connections', () => {
  for (let connections = MIN_CONNECTIONS; connections < 500; connections++) {
    const { rest, auth, owner } = shareOut(connections);
    expect(rest + auth + owner + LONE_CONNECTIONS).toBe(connections);
    expect(Math.min(rest, auth, owner)).toBeGreaterThanOrEqual(2);
  }
});
