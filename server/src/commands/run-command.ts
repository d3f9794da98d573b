import { ConfigurationError } from '../configuration/configuration-error.ts';

/** What the person asked for cannot be done; the message is a sentence for them. */
export class CommandRefused extends Error {
  override name = 'CommandRefused';
}

/**
 * Runs a command with the arguments it was given. `--help` prints `help`; a refusal or a wrong configuration is one
 * sentence on standard error and exit code 1.
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
    const isExpected = error instanceof ConfigurationError || error instanceof CommandRefused;
    console.error(isExpected ? error.message : error);
    process.exitCode = 1;
  }
}
