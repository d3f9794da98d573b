import { join } from 'node:path';
import { installWhatIsMissing } from './install.mjs';
import { bin, fromRoot } from './project.mjs';
import { run } from './run.mjs';
import { presentBundle } from './server-bundle.mjs';

/**
 * Runs the operators' program under Node 24, after installing what is missing: from the server's bundle, which loads in a
 * third of the time, and before the first start from its sources.
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function operate(args) {
  await installWhatIsMissing(false);
  const bundle = presentBundle();
  if (!bundle) return run(bin('node'), [fromRoot('lab', 'src', 'cli.ts'), ...args]);
  // As a start keeps what was compiled of it.
  process.env.NODE_COMPILE_CACHE ??= join(bundle, 'compiled');
  return run(bin('node'), [join(bundle, 'cli.mjs'), ...args]);
}
