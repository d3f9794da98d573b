import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Holder, holderOf as holderOfLock, tryLock } from './lock-file.mjs';
import { commandLine } from './command-line.ts';
import { inFolderOf, makeFolder } from '../configuration/make-folder.ts';
import { UserError } from '../configuration/user-error.ts';

/** The time to wait for a command that uses the directory. */
const LOCK_TIMEOUT_MS = 10_000;

const lockIn = (dataDir: string): string => join(dataDir, 'lock');

/**
 * Locks the data directory for this process, so that two never run one PostgreSQL. Returns the function that releases
 * it. A dead holder is replaced at once, a command is waited for, a running server is a refusal.
 */
export async function takeDataDirectory(dataDir: string, purpose: string): Promise<() => void> {
  inFolderOf('DATA_DIR', () => makeFolder(dataDir));
  for (const deadline = Date.now() + LOCK_TIMEOUT_MS; ;) {
    const lock = inFolderOf('DATA_DIR', () => tryLock(lockIn(dataDir), purpose));
    if ('release' in lock) return lock.release;
    const { heldBy } = lock;
    if (heldBy?.purpose === 'server' || (heldBy && Date.now() > deadline)) {
      throw new UserError(refusal(dataDir, heldBy));
    }
    await pause(heldBy ? 50 : 1);
  }
}

function refusal(dataDir: string, { pid, purpose }: Holder): string {
  return purpose === 'server'
    ? `${dataDir} is in use by a copy that is running (process ${pid}): stop it, or set DATA_DIR to another directory. Where this is a copy of the directory in use, remove its file lock.`
    : `${dataDir} is in use by ${commandLine(purpose)} (process ${pid}): wait until it is done.`;
}

/** Returns the holder of the data directory, `server` or the name of a command, or null if no living process has it. */
export const holderOf = (dataDir: string): Holder | null => holderOfLock(lockIn(dataDir));
