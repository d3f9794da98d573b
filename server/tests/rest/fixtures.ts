import { expect, test } from 'vitest';
import { type Lab, startLab, startOwnLab } from './lab.ts';

export { describe, expect } from 'vitest';
export { type Ask, type Lab, untilKnown } from './lab.ts';

/** A test with the fixture `lab`, the one that the files of a worker share. */
export const it = test.extend('lab', { scope: 'file' }, () => startLab());

/** Tests on the file's own lab, because they change its schema or settings. */
export const itStarting = (env: Readonly<Record<string, string>> = {}) =>
  test.extend('lab', { scope: 'file' }, async ({}, { onCleanup }) => {
    const lab = await startOwnLab(env);
    onCleanup(lab.stop);
    return lab;
  });

export type Expected = readonly [title: string, path: string, rows: unknown];

/** The body of a test that compares the whole answer to a read. */
export const givesRows = async ([_title, path, rows]: Expected, { lab }: { lab: Lab }): Promise<void> => {
  const { status, body } = await lab.ask(path);
  expect({ status, body }).toEqual({ status: 200, body: rows });
};
