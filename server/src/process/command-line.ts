/** What a person types to run a command of this program, for messages: `commandLine('backup')`. */
export const commandLine = (command: string): string => `npm run solostead -- ${command}`;
