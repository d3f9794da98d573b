let program = 'npm run solostead --';

/** What a person types to run a command of this program, for messages: `commandLine('backup')`. */
export const commandLine = (command: string): string => `${program} ${command}`;

/** Names the program as its users start it, before it prints anything. */
export function nameProgram(typed: string): void {
  program = typed;
}
