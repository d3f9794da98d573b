import { expect, test } from 'vitest';
import { roomWithin } from './room.ts';

const limit = (name: string, most: number, open: number) => ({ name, raise: `raise ${name}`, most, open });

test('a copy fits if its connections and the open ones stay within every limit', () => {
  const limits = [limit('max_connections', 97, 60), limit('that of the role', 90, 60)];
  expect(roomWithin(limits, { most: 30, least: 8 })).toMatchObject({ isEnough: true, isLeast: true });
  const full = [limit('max_connections', 97, 89)];
  expect(roomWithin(full, { most: 30, least: 8 })).toMatchObject({ isEnough: false, isLeast: true });
});

test('names the nearest limit and a remedy', () => {
  expect(
    roomWithin([limit('max_connections', 97, 60), limit('that of the role', 40, 33)], { most: 30, least: 8 }),
  ).toEqual({
    isEnough: false,
    isLeast: false,
    message:
      'others have 33 of 40 connections (that of the role), and this copy opens up to 30: ' +
      'raise that of the role, lower DATABASE_CONNECTIONS, or run fewer copies.',
  });
});
