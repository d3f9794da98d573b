// Bundles the programs of the second argument into the folder of the first. A separate process, because the server would
// otherwise keep the bundler's memory.
import { stripVTControlCharacters } from 'node:util';
import { build } from 'rolldown';
import config from './rolldown.config.mjs';

const [, , dir, entries = '{}'] = process.argv;
try {
  await build({ ...config, input: JSON.parse(entries), output: { ...config.output, dir } });
} catch (error) {
  const { message } = /** @type {Error} */ (error);
  const missing = /Could not resolve '([^'./][^']*)' in/.exec(message)?.[1];
  const reason = process.stderr.isTTY ? message : stripVTControlCharacters(message);
  console.error(
    missing ? `The package ${missing} is missing: remove node_modules, then start again.` : reason,
  );
  process.exitCode = 1;
}
