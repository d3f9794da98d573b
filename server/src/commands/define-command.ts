import { Command } from '@commander-js/extra-typings';

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
