import { installWhatIsMissing } from './install.mjs';
import { bin, fromRoot } from './project.mjs';
import { run } from './run.mjs';

/**
 * Runs the operators' program under Node 24, after installing what is missing.
 * @param {readonly string[]} args
 * @returns {Promise<number>} its exit code
 */
export async function operate(args) {
  await installWhatIsMissing();
  // What was compiled once is kept, so that a command starts sooner.
  process.env.NODE_COMPILE_CACHE ??= fromRoot('.cache', 'compile');
  return run(bin('node'), [fromRoot('lab', 'src', 'cli.ts'), ...args]);
}
