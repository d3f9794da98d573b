import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Told {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly seconds: number;
  readonly isFlaky: boolean;
  readonly reason: string;
  readonly file: string;
}

const module = join(import.meta.dirname, '../../../scripts/lib/test-report.mjs');
const { withSecondTry } = (await import(module)) as {
  withSecondTry(first: readonly Told[], second: readonly Told[]): Told[];
};

const told = (title: string, state: Told['state'], reason = 'without a reason'): Told => ({
  title,
  state,
  seconds: 1,
  isFlaky: false,
  reason,
  file: title.startsWith('outside') ? '' : title.split(/ > |, /)[0]!,
});

/** One line each, as npm test counts and names them. */
const summed = (first: readonly Told[], second: readonly Told[]) =>
  withSecondTry(first, second).map(({ title, state, isFlaky, reason }) =>
    [isFlaky ? 'flaky' : state, title, ...(isFlaky || state === 'failed' ? [reason] : [])].join(' | '),
  );

test('what fails at first and then passes is flaky, for the reason it failed', () => {
  const first = [told('a > one', 'failed', 'too late'), told('a > two', 'passed'), told('b > one', 'passed')];
  const second = [told('a > one', 'passed'), told('a > two', 'passed')];
  expect(summed(first, second)).toEqual([
    'passed | b > one',
    'flaky | a > one | too late',
    'passed | a > two',
  ]);
});

test('what fails again is a failure, and so is what fails for the first time then', () => {
  const first = [told('a > one', 'failed', 'too late'), told('a > two', 'passed')];
  const second = [told('a > one', 'failed', 'wrong'), told('a > two', 'failed', 'other')];
  expect(summed(first, second)).toEqual(['failed | a > one | wrong', 'failed | a > two | other']);
});

test.each([
  [
    'is skipped',
    [told('a > one', 'skipped', 'no HAProxy here'), told('a > two', 'passed')],
    ['passed | a > two'],
  ],
  ['is not run', [told('a > two', 'passed')], ['passed | a > two']],
  ['is in a run that dies', [], []],
] as const)('what fails at first and then %s stays a failure', (_how, second, others) => {
  const first = [told('a > one', 'failed', 'wrong'), told('a > two', 'passed')];
  expect(summed(first, second)).toEqual(['failed | a > one | wrong', ...others]);
});

test('a hook that fails at first makes what it concerns flaky, also where the tests themselves passed', () => {
  const first = [
    told('a > in > one', 'passed'),
    told('a > two', 'passed'),
    told('a > in, as a whole', 'failed', 'hook died'),
  ];
  const second = [told('a > in > one', 'passed'), told('a > two', 'passed')];
  expect(summed(first, second)).toEqual(['flaky | a > in > one | hook died', 'passed | a > two']);
});

test('a file that does not load at first and of which then every test is skipped stays a failure', () => {
  const first = [told('a, as a whole', 'failed', 'does not load')];
  expect(summed(first, [told('a > one', 'skipped')])).toEqual([
    'failed | a, as a whole | does not load',
    'skipped | a > one',
  ]);
});

test('an error outside of any test stays a failure', () => {
  const first = [told('a > one', 'failed', 'wrong'), told('outside of any test', 'failed', 'left behind')];
  expect(summed(first, [told('a > one', 'passed')])).toEqual([
    'failed | outside of any test | left behind',
    'flaky | a > one | wrong',
  ]);
});
