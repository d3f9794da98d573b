import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command, Program } from './program.ts';

const node = join(import.meta.dirname, '../../../node_modules/.bin/node');

/** A server that ended before it was ready, with what it said. */
export class ServerDidNotStart extends Error {
  readonly exitCode: number | null;
  readonly stderr: string;
  constructor(exitCode: number | null, stderr: string) {
    super(`The server ended with ${exitCode} before it was ready: ${stderr}`);
    this.exitCode = exitCode;
    this.stderr = stderr;
  }
}

/** The user of a server under test and the handling of its log. */
export interface SpawnOptions {
  /** Runs it as another user, which only root may ask for. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** False stops reading the log after `ready`, so that measurements do not pay for a reader. */
  readonly keepsLog?: boolean;
  /** The program, in place of the suite's. */
  readonly command?: Command;
  /** Runs it in a separate process group, which Ctrl-C in the terminal does not reach. */
  readonly isDetached?: boolean;
  /** A program with its arguments that runs the server, as `nice` would. */
  readonly within?: readonly string[];
}

/** Runs the server's program in `env` until it is ready. `log` grows with each line. */
export async function spawnServer(
  program: Program,
  env: Record<string, string>,
  options: SpawnOptions,
): Promise<{ child: ChildProcess; log: Record<string, unknown>[] }> {
  const { user, keepsLog = true, isDetached = false, within = [] } = options;
  const command = options.command ?? (await program.server());
  // The server stops with this process, even if a signal kills it.
  const [file, ...args] = [...within, node, ...command.args, `--ends-with=${process.pid}`];
  const child = spawn(file!, args, {
    cwd: program.folder,
    env: { ...env, ...command.env },
    ...user,
    detached: isDetached,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const log: Record<string, unknown>[] = [];
  let stderr = '';
  child.stderr.on('data', (chunk) => (stderr += chunk));
  await new Promise<void>((resolve, reject) => {
    const lines = createInterface(child.stdout).on('line', (line) => {
      const entry = readLine(line);
      log.push(entry);
      if (entry['msg'] !== 'ready') return;
      if (!keepsLog) lines.close();
      resolve();
    });
    child.once('close', (code) => reject(new ServerDidNotStart(code, stderr)));
  });
  if (!keepsLog) child.stdout.resume();
  return { child, log };
}

function readLine(line: string): Record<string, unknown> {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return { msg: line };
  }
}
