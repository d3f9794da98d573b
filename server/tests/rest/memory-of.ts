import { readFileSync, writeFileSync } from 'node:fs';
import type { Lab } from './fixtures.ts';

const backends = (lab: Lab) =>
  lab.column<number>(`select pid from pg_stat_activity where pid <> pg_backend_pid()`);

/** The most private memory of the server and of PostgreSQL's largest process since the last question, in MB. */
export async function peaks(lab: Lab) {
  return { server: peak(lab.pid), database: Math.max(...(await backends(lab)).map(peak)) };
}

function peak(pid: number): number {
  const of = statusOf(pid);
  const most = of('VmHWM') - of('RssShmem') - of('RssFile');
  try {
    // Resets the highest resident size of a process that still runs.
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {}
  return most / 1024;
}

/** The private memory of the server and of PostgreSQL's processes. */
export const megabytesInAll = async (lab: Lab) =>
  [lab.pid, ...(await backends(lab))].map(privateMegabytes).reduce((sum, one) => sum + one);

const privateMegabytes = (pid: number) => statusOf(pid)('RssAnon') / 1024;

/** Fields of a process's status in KB, 0 once it has ended. */
function statusOf(pid: number): (field: string) => number {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {}
  return (field) => Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0);
}
