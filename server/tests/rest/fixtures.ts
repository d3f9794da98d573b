import { test } from 'vitest';
import { startLab, startOwnLab } from './lab.ts';

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
