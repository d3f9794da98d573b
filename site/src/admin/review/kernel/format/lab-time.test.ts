import { describe, expect, it } from 'vitest';
import { unbroken } from '#ui/unbroken.ts';
import { dayIn, formatAppointment, fromTimeIn, timeIn } from './lab-time.ts';

/** Moments with their clock time in a zone, as a field has it and as a screen shows it. */
const moments = [
  ['America/Los_Angeles', '2026-12-01T18:00:00.000Z', '2026-12-01T10:00', 'Tue 1 Dec, 10:00 GMT-8'],
  ['Pacific/Auckland', '2026-12-01T18:00:00.000Z', '2026-12-02T07:00', 'Wed 2 Dec, 07:00 GMT+13'],
  ['UTC', '2026-12-01T18:00:00.000Z', '2026-12-01T18:00', 'Tue 1 Dec, 18:00 UTC'],
  ['Asia/Kathmandu', '2026-12-01T18:30:00.000Z', '2026-12-02T00:15', 'Wed 2 Dec, 00:15 GMT+5:45'],
  ['America/Los_Angeles', '2026-03-08T10:00:00.000Z', '2026-03-08T03:00', 'Sun 8 Mar, 03:00 GMT-7'],
  ['Pacific/Auckland', '2026-09-26T13:59:00.000Z', '2026-09-27T01:59', 'Sun 27 Sept, 01:59 GMT+12'],
  ['Pacific/Auckland', '2026-09-26T14:00:00.000Z', '2026-09-27T03:00', 'Sun 27 Sept, 03:00 GMT+13'],
  ['Mars/Olympus_Mons', '2026-12-01T18:00:00.000Z', '2026-12-01T18:00', 'Tue 1 Dec, 18:00 UTC'],
] as const;

describe.for(moments)('in %s, %s', ([zone, iso, time, shown]) => {
  const moment = Date.parse(iso);

  it(`is ${time} in a field, and back`, () => {
    expect(timeIn(zone, moment)).toBe(time);
    expect(dayIn(zone, moment)).toBe(time.slice(0, 10));
    expect(fromTimeIn(zone, time)).toBe(iso);
  });

  it(`is shown as ${shown}`, () => {
    expect(formatAppointment(iso, zone)).toBe(unbroken(shown));
  });
});

it.each([
  ['America/Los_Angeles', '2026-03-08T02:30', '2026-03-08T10:30:00.000Z'],
  ['Pacific/Auckland', '2026-09-27T02:30', '2026-09-26T14:30:00.000Z'],
])('in %s, the skipped time %s becomes one an hour later', (zone, skipped, moment) => {
  expect(fromTimeIn(zone, skipped)).toBe(moment);
});

it.each([
  ['America/Los_Angeles', '2026-11-01T01:30'],
  ['Pacific/Auckland', '2026-04-05T02:30'],
])('in %s, the repeated time %s is kept', (zone, repeated) => {
  expect(timeIn(zone, Date.parse(fromTimeIn(zone, repeated)!))).toBe(repeated);
});

it.each(['', 'soon', '2026-99-01T00:00'])('%j is not a time', (value) => {
  expect(fromTimeIn('UTC', value)).toBeNull();
});

it('takes the last minute of the year 9999 west of UTC', () => {
  expect(fromTimeIn('America/Los_Angeles', '9999-12-31T23:59')).toBe('+010000-01-01T07:59:00.000Z');
});
