import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates a folder (mode 700) with missing parents. An existing one is unchanged. Node's own `recursive` never
 * returns where the system answers ENOENT although the parent exists, as in /proc and unreachable mounts.
 * @throws NodeJS.ErrnoException of mkdir, which `sentenceFor` puts into words
 */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeFolder(dirname(path));
    // Another process may have made it since.
    makeFolder(path);
  }
}

/** Runs `work` in the folder of a variable. Adds the variable to a failure, so that `sentenceFor` names it. */
export function inFolderOf<Answer>(variable: string, work: () => Answer): Answer {
  try {
    return work();
  } catch (error) {
    throw Object.assign(error as Error, { variable });
  }
}
