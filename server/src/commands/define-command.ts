import { Command } from '@commander-js/extra-typings';

/** A command of the program, to be given its arguments, options and action. */
export const defineCommand = (name: string) => new Command(name).helpCommand(false);
