import { Command } from '@commander-js/extra-typings';
import { UserError } from '../configuration/user-error.ts';
import { parseEmail } from '../auth/kernel/entities/address.rules.ts';

/**
 * Starts the definition of a command. Add its arguments, options and action.
 *
 * @example
 * export const command = defineCommand('greet')
 *   .description('prints a greeting')
 *   .argument('<name>')
 *   .action((name) => console.log(`Hello ${name}`));
 */
export const defineCommand = (name: string) => new Command(name).helpCommand(false);

/** A mistake in the arguments, which ends the program with 2 instead of 1. */
export class UsageError extends UserError {
  override name = 'UsageError';
}

/**
 * Parses the value of an option or argument, a whole number from 1 to 999,999,999.
 * @throws UsageError for other text
 */
export function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new UsageError(`${name} takes a whole number from 1.`);
  return Number(text);
}

/** Parses an argument that is an e-mail address. @throws UsageError */
export function emailAddress(text: string): string {
  try {
    return parseEmail(text);
  } catch {
    throw new UsageError(`${text} is not an email address.`);
  }
}
