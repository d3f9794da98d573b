import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { FunctionFiles } from '../call.ts';
import { FunctionFault, WorkerEnded } from '../errors.ts';
import type { FunctionWorker } from '../function-runner.ts';
import type { RequestMessage, ResponseMessage } from '../message.ts';
import { BOOT_SCRIPT } from './boot-script.ts';
import { importFlags } from './import-flags.ts';
import { readFlags, refusedImport } from './read-flags.ts';

interface DenoOptions extends FunctionFiles {
  readonly deno: string;
  /** All variables that the function sees. */
  readonly environment: Record<string, string>;
  /** The folder for fetched modules, which the function itself cannot read. */
  readonly cacheDir: string;
  /** Kills the process when it aborts. */
  readonly closing?: AbortSignal;
  readonly print: (line: string) => void;
}

/** The time for a start, in which Deno fetches what the function imports. */
const START_MS = 60_000;

/** Settings of the machine that Deno needs for fetching modules. */
const fetchSettings = [
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'DENO_CERT',
  'NPM_CONFIG_REGISTRY',
  'JSR_URL',
];

const mainModule = `data:application/javascript,${encodeURIComponent(BOOT_SCRIPT)}`;

/** Flags for a function without subprocesses, files to write, native code or facts about the machine. */
function flagsOf({ file, importMap, supabaseDir, cacheDir }: DenoOptions): string[] {
  return [
    ...['run', '--quiet', '--no-prompt', '--no-lock', '--no-check', '--node-modules-dir=none'],
    ...['--allow-net', '--allow-import', '--allow-env'],
    ...readFlags({ supabaseDir, dataDir: dirname(cacheDir) }),
    ...importFlags(file, importMap),
    mainModule,
  ];
}

export class DenoProcess implements FunctionWorker {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #token: string;
  #port = 0;

  private constructor(options: DenoOptions) {
    const { deno, file, environment, cacheDir, closing: signal } = options;
    this.#token = randomUUID();
    const settings = fetchSettings.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
    const own = { BOOT_FILE: pathToFileURL(file).href, BOOT_TOKEN: this.#token, DENO_DIR: cacheDir };
    this.#child = spawn(deno, flagsOf(options), {
      cwd: dirname(file),
      env: {
        ...Object.fromEntries(settings),
        ...environment,
        ...own,
        DENO_NO_PACKAGE_JSON: '1',
        NO_COLOR: '1',
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      killSignal: 'SIGKILL',
      ...(signal && { signal }),
    });
    this.#child.stdin.on('error', () => {});
  }

  /** Starts the function and waits until it serves. Calls `onEnd` when the process ends. @throws FunctionFault */
  static async start(options: DenoOptions, onEnd: () => void): Promise<DenoProcess> {
    const started = new DenoProcess(options);
    started.#child.once('error', onEnd).once('exit', onEnd);
    await started.#whenServing(options);
    return started;
  }

  #whenServing({ shownPath, supabaseDir, print }: DenoOptions): Promise<void> {
    const child = this.#child;
    const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
    let errors = '';
    return new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        const [word, token, port] = line.split(' ');
        if (word !== 'listening' || token !== this.#token) return print(line);
        this.#port = Number(port);
        resolve();
      });
      createInterface({ input: child.stderr }).on('line', (line) => {
        if (this.#port === 0) errors += `${line}\n`;
        else print(line);
      });
      const fail = () => {
        const refused = refusedImport(errors, shownPath, supabaseDir);
        const sentence = `${shownPath} did not start under Deno; the server's log has the reason.`;
        reject(new FunctionFault('BOOT_ERROR', refused ?? (errors || null), refused ?? sentence));
      };
      child.once('error', fail);
      child.once('close', fail);
    }).finally(() => clearTimeout(timer));
  }

  /** Passes a request on. The function sees the server's origin, not the port it listens at. */
  async ask({ url, method, headers, body }: RequestMessage, signal: AbortSignal): Promise<ResponseMessage> {
    const { origin, pathname, search } = new URL(url);
    const own = [
      ['x-boot-origin', origin],
      ['x-boot-token', this.#token],
    ];
    // Importing names of this module loads undici, which costs an idle server memory.
    const http = await import('node:http');
    const call = http.request({
      ...{ host: '127.0.0.1', port: this.#port, method, path: pathname + search, agent: false, signal },
      headers: [...headers, ...own].flat(),
    });
    call.end(body ?? undefined);
    // The function may answer and end the connection before it has read the body.
    call.on('error', () => {});
    return answerOf(call).catch((error: NodeJS.ErrnoException) => {
      if (signal.aborted) throw error;
      // A process has closed its port before its end is known here.
      if (error.code === 'ECONNREFUSED') throw new WorkerEnded(String(error));
      throw new FunctionFault('WORKER_ERROR', String(error));
    });
  }

  /** Ends after the work behind answers, or after `graceMs`. */
  async end(graceMs: number): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const timer = setTimeout(() => this.#child.kill('SIGKILL'), graceMs);
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    this.#child.stdin.end();
    await ended;
    clearTimeout(timer);
  }
}

async function answerOf(call: ClientRequest): Promise<ResponseMessage> {
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const { rawHeaders, statusCode } = response;
  const length = response.headers['content-length'];
  const names = rawHeaders.filter((_, index) => index % 2 === 0);
  return {
    status: statusCode!,
    headers: names.map((name, index) => [name.toLowerCase(), rawHeaders[index * 2 + 1]!]),
    length: length === undefined ? null : Number(length),
    // A refusal may be repeated (retry-after-cache.ts).
    body: statusCode === 429 && length !== undefined ? await buffer(response) : response,
  };
}
