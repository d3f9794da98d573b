import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundledServer, sourcesCompiled } from './bundle.ts';

const root = join(import.meta.dirname, '../../..');

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
  /** The program and its arguments, in place of the lab's. */
  readonly program?: readonly string[];
  /** Runs it in a separate process group, which Ctrl-C in the terminal does not reach. */
  readonly isDetached?: boolean;
}

/** Runs the server's program in `env` until it is ready. `log` grows with each line. */
export async function spawnServer(
  env: Record<string, string>,
  options: SpawnOptions,
): Promise<{ child: ChildProcess; log: Record<string, unknown>[] }> {
  const { user, keepsLog = true, isDetached = false } = options;
  const bundle = options.program ? null : await bundledServer();
  // The server stops with this process, even if a signal kills it.
  const program = options.program ?? [join(bundle!, 'main.mjs'), `--ends-with=${process.pid}`];
  const child = spawn(join(root, 'node_modules/.bin/node'), [...program], {
    // As npm start has it: what is compiled of a bundle goes with it.
    env: { ...env, ...(bundle ? { NODE_COMPILE_CACHE: join(bundle, 'compiled') } : sourcesCompiled) },
    ...user,
    detached: isDetached,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  endWithUs(child);
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

/** A test run that dies takes its servers with it. */
function endWithUs(child: ChildProcess): void {
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}
