import { readdirSync } from 'node:fs';
import { join } from 'node:path';
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
  const unknown = wanted.filter((name) => !names.includes(name));
  if (wanted.includes('--help') || unknown.length > 0) return help(unknown);
  for (const name of wanted.length > 0 ? wanted : names) {
    const { TITLE, measure } = await load(name);
    console.log(`\n${name}: ${TITLE}`);
    const file = saveResult(name, await measure());
    console.log(`saved in ${file}`);
  }
}

const load = (name: string) => import(join(import.meta.dirname, `${name}.ts`)) as Promise<Benchmark>;

async function help(unknown: readonly string[]): Promise<void> {
  console.log('npm run bench [-- NAME …]: runs benchmarks, all or those named\n');
  for (const name of names) console.log(`  ${name.padEnd(12)} ${(await load(name)).TITLE}`);
  const wrong = unknown.filter((name) => name !== '--help');
  if (wrong.length === 0) return;
  console.error(`\nno benchmark is called ${wrong.join(', ')}`);
  process.exitCode = 1;
}

await main(process.argv.slice(2));
// Sockets that a benchmark left open would keep the process alive.
process.exit();
