import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const FILE = 'bench/results/figures.json';

/** Replaces the figures of one benchmark in bench/results/figures.json, with date, commit and machine. Returns the file's path. */
export function saveResult(name: string, figures: object): string {
  const path = join(root, FILE);
  const results = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();
  results[name] = { date: new Date().toISOString().slice(0, 10), commit, machine: machine(), figures };
  writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`);
  return FILE;
}

const machine = (): string =>
  `${cpus().length} cores of ${cpus()[0]?.model ?? 'an unknown processor'}, ` +
  `${Math.round(totalmem() / 2 ** 30)} GiB, ${type()} ${release()}, Node ${process.version}`;
