import { Console } from 'node:console';
import { Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { currentRequestId, runForRequest } from '../../process/request-id.ts';
import type { RequestMessage, ServerMessage, ThreadMessage } from '../message.ts';
import { OutgoingAnswer } from './outgoing-answer.ts';

// Runs in a separate thread, which serves the requests of one function side by side.

// Node has read it (function-thread.ts). A function sees only its own variables.
delete process.env['NODE_COMPILE_CACHE'];

const port = parentPort!;
const tell = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []) =>
  port.postMessage(message, [...transfer]);

/** Hands on each line that the function prints through `console`. */
const lines = Object.assign(new Writable(), {
  // At once, while the request of the line is known.
  write(text: unknown): boolean {
    for (const line of String(text).replace(/\n$/, '').split('\n'))
      tell({ kind: 'line', line, requestId: currentRequestId() });
    return true;
  },
});
Object.assign(console, new Console({ stdout: lines, stderr: lines, colorMode: false }));

// An error outside of all requests must not take down those in progress. The thread finishes them and ends.
process.on('uncaughtException', (error) =>
  tell({ kind: 'faulted', line: describe(error), requestId: currentRequestId() }),
);

/** The requests in progress and the work behind answers. */
const pending = new Set<Promise<unknown>>();
function keep(work: Promise<unknown>): void {
  const settled = work.catch((error: unknown) => console.error(describe(error)));
  pending.add(settled);
  void settled.finally(() => pending.delete(settled));
}

// Supabase's API for work after the answer, and the event before the end.
const lifecycle = new EventTarget();
const addEventListener = lifecycle.addEventListener.bind(lifecycle);
Object.assign(globalThis, { EdgeRuntime: { waitUntil: keep }, addEventListener });

type Handler = (request: Request) => Response | Promise<Response>;

async function load(): Promise<Handler> {
  const module = (await import(pathToFileURL(workerData.file).href)) as { default?: { fetch?: Handler } };
  const handler = module.default?.fetch;
  if (typeof handler !== 'function') throw new TypeError('The file has no `export default { fetch }`.');
  return handler;
}

const loading = load();
// Each request says why it fails.
loading.catch(() => {});
port.on('message', (message: ServerMessage) => {
  if (message.kind === 'end') void end();
  else if (message.kind === 'request')
    keep(runForRequest(message.request.id, () => serve(message.number, message.request)));
  else if (message.kind === 'taken') answers.get(message.number)?.handleTaken();
  else answers.get(message.number)?.cancel();
});

/** The answers under way, by the number of their request. */
const answers = new Map<number, OutgoingAnswer>();

async function serve(number: number, request: RequestMessage): Promise<void> {
  const answer = new OutgoingAnswer((message, transfer) => tell({ ...message, number }, transfer));
  answers.set(number, answer);
  let code: 'BOOT_ERROR' | 'WORKER_ERROR' = 'BOOT_ERROR';
  try {
    const handler = await loading;
    code = 'WORKER_ERROR';
    const { url, method, headers, body } = request;
    const { signal } = answer;
    await answer.send(await handler(new Request(url, { method, headers, body, signal })));
  } catch (error) {
    tell({ kind: 'failed', number, code, reason: describe(error) });
  } finally {
    answers.delete(number);
  }
}

async function end(): Promise<never> {
  lifecycle.dispatchEvent(new Event('beforeunload'));
  while (pending.size > 0) await Promise.all(pending);
  process.exit(0);
}

const describe = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
