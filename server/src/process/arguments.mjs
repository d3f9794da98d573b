// Plain JavaScript without packages: the scripts use it before anything is installed, under Node 20.
import { parseArgs } from 'node:util';

/** The command at the beginning of its help, as `npm run check` in "npm run check [-- NAME …]: runs the checks". */
const COMMAND = /^(?:npm run |npm |node )?\S*[^\s:]/;

/**
 * Ends the program with one line about its arguments and exit code 2.
 * @param {string} help
 * @param {string} problem
 * @returns {never}
 */
export function refuseArguments(help, problem) {
  const [command = ''] = COMMAND.exec(help) ?? [];
  console.error(
    `${problem}: ${command}${command.startsWith('npm') ? ' --' : ''} --help shows what there is.`,
  );
  process.exit(2);
}

/**
 * Reads the arguments of this program. It prints the help and ends for `--help`, and refuses what it does not know.
 *
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} [Options={}]
 * @param {string} help begins with the command
 * @param {Options} [options] as `parseArgs` takes them
 * @param {readonly string[] | null} [names] the arguments without a dash that are known, or null if the program checks them
 * @returns {ReturnType<typeof parseArgs<{ options: Options, allowPositionals: true }>>}
 * @example
 * const { positionals } = readArguments('npm run check [-- NAME …]: runs the checks', {}, ['types', 'lint']);
 */
export function readArguments(help, options = /** @type {Options} */ ({}), names = []) {
  if (process.argv.includes('--help')) {
    console.log(help);
    process.exit(0);
  }
  const read = parse(help, options);
  const unknown = read.positionals.find((name) => names?.includes(name) === false);
  if (unknown !== undefined) refuseArguments(help, `Unknown argument '${unknown}'`);
  return read;
}

/**
 * @template {NonNullable<import('node:util').ParseArgsConfig['options']>} Options
 * @param {string} help
 * @param {Options} options
 */
function parse(help, options) {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    const [sentence = ''] = /** @type {Error} */ (error).message.split(/\. |\n/);
    refuseArguments(help, sentence);
  }
}
