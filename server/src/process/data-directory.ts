import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigurationError } from '../configuration/configuration-error.ts';
import { isAlive, startTime } from '../database/embedded/process-identity.ts';

/** Who works in a data directory: `server`, or the name of a command that does so for a moment. */
export interface Holder {
  readonly pid: number;
  readonly startTime: string | null;
  readonly purpose: string;
}

/** How long a command that holds the directory is waited for, in milliseconds. */
const patience = 10_000;

/**
 * Takes the data directory for this process, so that two never run one PostgreSQL; answers what gives it back.
 * A holder that died is succeeded at once, a command is waited for, a living server is refused.
 */
export async function takeDataDirectory(dataDir: string, purpose: string): Promise<() => void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'lock');
  const me = { pid: process.pid, startTime: startTime(process.pid), purpose };
  const deadline = Date.now() + patience;
  for (;;) {
    if (claim(path, me)) return () => giveBack(path, me);
    const holder = readHolder(path);
    if (!holder || !isLiving(holder)) rmSync(path, { force: true });
    else if (holder.purpose === 'server' || Date.now() > deadline)
      throw new ConfigurationError(refusal(dataDir, holder));
    else await pause(50);
  }
}

function refusal(dataDir: string, { pid, purpose }: Holder): string {
  return purpose === 'server'
    ? `${dataDir} is in use by a copy that is running (process ${pid}): stop it, or set DATA_DIR to another directory.`
    : `${dataDir} is in use by npm run ${purpose} (process ${pid}): wait until it is done.`;
}

/** Who holds the data directory now; null when nobody living does. */
export function holderOf(dataDir: string): Holder | null {
  const holder = readHolder(join(dataDir, 'lock'));
  return holder && isLiving(holder) ? holder : null;
}

/** Whether the lock is ours now; the file appears whole or not at all. */
function claim(path: string, me: Holder): boolean {
  const draft = `${path}.${me.pid}`;
  writeFileSync(draft, JSON.stringify(me), { mode: 0o600 });
  try {
    linkSync(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

function readHolder(path: string): Holder | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** A process id alone may have passed to another program since. */
function isLiving(holder: Holder): boolean {
  return isAlive(holder.pid) && startTime(holder.pid) === holder.startTime;
}

function giveBack(path: string, me: Holder): void {
  if (readHolder(path)?.pid === me.pid) rmSync(path, { force: true });
}
