import { expect, it } from 'vitest';
import { gridLines, roundUp, stepsOf } from './steps.ts';

const days = (count: number) =>
  Array.from({ length: count }, (_, place) => ({ day: `day ${place}`, applications: 2, confirmed: 1 }));

it('draws many days by the week and loses none', () => {
  const { isByWeek, steps } = stepsOf(days(365));
  expect(isByWeek).toBe(true);
  expect(steps).toHaveLength(53);
  expect(steps.reduce((sum, { applications }) => sum + applications, 0)).toBe(730);
});

it.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [20, 20],
  [21, 50],
  [1370, 2000],
])('rounds %d up to %d', (value, round) => {
  expect(roundUp(value)).toBe(round);
});

it.each([
  [1, [0, 1]],
  [5, [0, 5]],
  [20, [0, 10, 20]],
])('draws grid lines up to %d at whole numbers', (most, values) => {
  expect(gridLines(most)).toEqual(values);
});
