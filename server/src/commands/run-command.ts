import { printFailure } from '../process/sentence-for.ts';

/**
 * Runs a command with the arguments it was given. `--help` prints `help`; what the operator can mend is one sentence on
 * standard error, and exit code 1.
 */
export async function runCommand(
  help: string,
  work: (args: readonly string[]) => Promise<void>,
): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    console.log(help);
    return;
  }
  try {
    await work(args);
  } catch (error) {
    printFailure(error);
    process.exitCode = 1;
  }
}
