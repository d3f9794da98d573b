import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../server/start.mjs';
import { saveResult } from './support/result.ts';

/** The exports of every benchmark in this folder. */
interface Benchmark {
  /** One line for `--help`. */
  readonly TITLE: string;
  /** Measures and prints. The returned figures are saved in bench/results/figures.json. */
  measure(): Promise<object>;
}

const names = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== 'run.ts')
  .map((file) => file.replace(/\.ts$/, ''));

async function main(wanted: readonly string[]): Promise<void> {
  for (const name of wanted.length > 0 ? wanted : names) {
    const { TITLE, measure } = await load(name);
    console.log(`\n${name}: ${TITLE}`);
    const file = saveResult(name, await measure());
    console.log(`saved in ${file}`);
  }
}

const load = (name: string) => import(join(import.meta.dirname, `${name}.ts`)) as Promise<Benchmark>;

async function help(): Promise<string> {
  const titles = names.map(async (name) => `\n  ${name.padEnd(12)} ${(await load(name)).TITLE}`);
  return `npm run bench [-- NAME …]: runs benchmarks, all or those named\n${(await Promise.all(titles)).join('')}`;
}

await main(readArguments(await help(), {}, names).positionals);
// Sockets that a benchmark left open would keep the process alive.
process.exit();
