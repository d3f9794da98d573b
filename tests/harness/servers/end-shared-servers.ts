import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './processes.ts';

/** Once for a run of vitest, which ends its workers by a signal: their shared servers are ended here, at the end. */
export default function setUp(): () => Promise<void> {
  const list = mkdtempSync(join(tmpdir(), 'solostead-shared-'));
  process.env['SHARED_SERVERS'] = list;
  return async () => {
    const pids = readdirSync(list).map(Number);
    for (const pid of pids) signal(pid, 'SIGTERM');
    await eventually(() => pids.every((pid) => !signal(pid, 0)), 30);
    for (const pid of pids)
      rmSync(readFileSync(join(list, String(pid)), 'utf8'), { recursive: true, force: true });
    rmSync(list, { recursive: true, force: true });
  };
}

/** Whether the process is there to be told. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}
