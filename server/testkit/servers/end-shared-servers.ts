import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { removeFolder } from '../remove-folder.ts';
import { eventually } from './processes.ts';

/** Stops the workers' shared servers once at the end of a run, because Vitest ends its workers by a signal. */
export default function setUp(): () => Promise<void> {
  const list = mkdtempSync(join(tmpdir(), 'solostead-shared-'));
  process.env['SHARED_SERVERS'] = list;
  return async () => {
    const pids = readdirSync(list).map(Number);
    for (const pid of pids) signal(pid, 'SIGTERM');
    await eventually(() => pids.every((pid) => !signal(pid, 0)));
    for (const pid of pids) await removeFolder(readFileSync(join(list, String(pid)), 'utf8'));
    rmSync(list, { recursive: true, force: true });
  };
}

/** Returns true if the process exists and got the signal. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
