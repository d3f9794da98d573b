import { existsSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Query } from '../database/database.ts';
import { type Finding, fine, warning, wrong } from './finding.ts';

const GIGABYTE = 1024 ** 3;

/** Room for data and backups. */
export function checkDisk(directories: readonly string[]): Finding[] {
  return directories.map((directory) => {
    let there = directory;
    while (!existsSync(there)) there = dirname(there);
    const { bavail, bsize } = statfsSync(there);
    const free = (bavail * bsize) / GIGABYTE;
    const says = `${free.toFixed(1)} GB free for ${directory}`;
    if (free < 0.2) return wrong('disk', `${says}: make room now, PostgreSQL stops when it is full.`);
    return free < 2 ? warning('disk', `${says}: make room soon.`) : fine('disk', says);
  });
}

/** Tokens expire by our clock, limits by the database's: they must agree, and neither may be in the past. */
export async function checkClock(query: Query): Promise<Finding> {
  const before = Date.now();
  const { rows } = await query<{ now: number }>(
    'select extract(epoch from clock_timestamp())::float8 * 1000 as now',
  );
  const apart = Math.abs(rows[0]!.now - (before + Date.now()) / 2) / 1000;
  if (before < Date.parse('2026-01-01'))
    return wrong('clock', 'this machine lives in the past: set its clock (NTP).');
  if (apart > 5)
    return wrong('clock', `${apart.toFixed(0)} seconds apart from the database's: run NTP on both machines.`);
  return fine('clock', `agrees with the database's to ${apart.toFixed(2)} seconds`);
}
