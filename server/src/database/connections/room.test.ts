import { expect, test } from 'vitest';
import { roomWithin } from './room.ts';

const limit = (name: string, most: number, open: number) => ({ name, raise: `raise ${name}`, most, open });

test('a copy fits if its connections and the open ones stay within every limit', () => {
  expect(
    roomWithin([limit('max_connections', 97, 60), limit('that of the role', 90, 60)], { most: 30, least: 8 }),
  ).toEqual({
    isEnough: true,
    isLeast: true,
    message: 'others have 60 of 90 connections (that of the role), and this copy opens up to 30',
  });
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

test('a copy works with the minimum of free connections', () => {
  expect(roomWithin([limit('max_connections', 97, 89)], { most: 30, least: 8 }).isLeast).toBe(true);
  expect(roomWithin([limit('max_connections', 97, 90)], { most: 30, least: 8 }).isLeast).toBe(false);
});
