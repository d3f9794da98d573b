import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** Keeps figures beside the machine they were taken on; answers the file's path from the root. */
export function saveResult(name: string, figures: object): string {
  const directory = join(root, 'bench/results');
  mkdirSync(directory, { recursive: true });
  const file = join(directory, `${name}.json`);
  const result = { name, measuredAt: new Date().toISOString(), machine: machine(), figures };
  writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
  return relative(root, file);
}

function machine(): object {
  const [first] = cpus();
  return {
    processor: first?.model ?? 'unknown',
    cores: cpus().length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()}`,
    node: process.version,
  };
}
