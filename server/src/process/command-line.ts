let program = 'npx solostead-server';

/** Returns the shell command for a command of this program, as in `commandLine('backup')`. */
export const commandLine = (command: string): string => `${program} ${command}`;

/** Names the program as its users start it, before it prints anything. */
export function nameProgram(typed: string): void {
  program = typed;
}
