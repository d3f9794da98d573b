import { format } from 'node:util';
import { Command, CommanderError, type CommandUnknownOpts } from '@commander-js/extra-typings';
import { readBuildInfo } from '../process/build-info.ts';
import { commandLine } from '../process/command-line.ts';
import { printFailure } from '../database/sentence-for.ts';
import { visibleLines } from '../process/visible.ts';
import { UsageError } from './define-command.ts';

/** A command as the program's help lists it. Its module is loaded on demand. */
export interface CommandEntry {
  readonly name: string;
  /** One line for the list of all commands. */
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: CommandUnknownOpts }>;
}

const EXIT_CODES = `
COMMAND --help shows the arguments and options of a command.
Exit codes: 0 success, 1 failure with one sentence on standard error, 2 wrong usage.`;

/** Runs the process's command. A mistake a person can fix is a sentence, with exit code 1 (2: unknown arguments). */
export async function runProgram(entries: readonly CommandEntry[]): Promise<void> {
  const args = process.argv.slice(2);
  printVisibly();
  try {
    requireKnownTopic(entries, args);
    const program = await assemble(entries, args);
    if (args.length === 0) program.outputHelp();
    else await program.parseAsync(args, { from: 'user' });
  } catch (error) {
    process.exitCode = exitCodeOf(error);
    if (!(error instanceof CommanderError)) printFailure(error);
  }
}

/** The parser answers `help` of an unknown command with the help of the program. @throws UsageError */
function requireKnownTopic(
  entries: readonly CommandEntry[],
  [first, topic = first]: readonly string[],
): void {
  const topics = ['help', '--help', '-h', ...entries.map(({ name }) => name)];
  if (first === 'help' && !topics.includes(topic!))
    throw new UsageError(`Unknown command '${topic}': ${commandLine('--help')} shows what there is.`);
}

/** Makes all that commands print safe for a terminal, because names in databases and backups are of others. */
function printVisibly(): void {
  const { log } = console;
  console.log = (...values: unknown[]) => log(visibleLines(format(...values)));
}

/** The parser ends help and version with errors. Help without a request is a refusal. */
function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  return error instanceof UsageError ? 2 : 1;
}

async function assemble(entries: readonly CommandEntry[], args: readonly string[]) {
  const isRequested = args.includes('--version') || args.includes('-V');
  const program = new Command(commandLine('').trim())
    .description('Commands for operators. They work whether the server runs or not.')
    .helpCommand('help [COMMAND]', 'prints the help of a command')
    .version(isRequested ? version() : '', '-V, --version', 'prints the version')
    .addHelpText('after', EXIT_CODES);
  for (const { name, summary, load } of entries) {
    // Of the others the name alone: loading all of them loads the whole server.
    const command = args.includes(name) ? (await load()).command : new Command(name);
    program.addCommand(command.summary(summary));
  }
  refuseInSentences(program);
  return program;
}

function refuseInSentences(command: CommandUnknownOpts): void {
  command
    .helpOption('-h, --help', 'prints this help')
    .configureOutput({ outputError: () => {} })
    .exitOverride((error) => {
      throw error.message.startsWith('error: ') ? new UsageError(sentenceOf(error, command)) : error;
    });
  for (const child of command.commands) refuseInSentences(child);
}

/** The parser's refusal as one sentence, with the nearest name where there is one. */
function sentenceOf(error: CommanderError, command: CommandUnknownOpts): string {
  const [refusal = '', nearest] = messageOf(error, command).slice('error: '.length).split('\n(Did you mean ');
  const [reason = ''] = refusal.replace('. Allowed', ', allowed').split(/\. |\.$/);
  const hint = nearest ? ` (did you mean ${nearest}` : '';
  return `${reason[0]?.toUpperCase()}${reason.slice(1)}${hint}: ${pathOf(command)} --help shows what there is.`;
}

/** For a command with verbs that also works without one, the parser reports a misspelt verb as an excess argument. */
function messageOf({ code, message }: CommanderError, { args, commands }: CommandUnknownOpts): string {
  if (code !== 'commander.excessArguments' || commands.length === 0) return message;
  const verbs = commands.map((verb) => verb.name()).join(', ');
  return `error: unknown command '${args[0]}'\n(Did you mean ${verbs}?)`;
}

const pathOf = (command: CommandUnknownOpts): string =>
  command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();

function version(): string {
  const { version: number, commit } = readBuildInfo();
  return commit ? `${number} (commit ${commit})` : number;
}
