import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { handOnConsole, printForRequest, requestOfWork } from './console-lines.ts';
import type { RequestMessage, ResponseMessage, ServerMessage, WorkerMessage } from './message.ts';

// Runs in a separate thread, one function per thread and one request at a time.

// Node has read it (function-thread.ts); a function sees its own variables alone.
delete process.env['NODE_COMPILE_CACHE'];

const port = parentPort!;
const tell = (message: WorkerMessage) => port.postMessage(message);

handOnConsole((line, requestId) => tell({ kind: 'line', line, requestId }));

// What one request left behind must not take down another that is being served: the thread ends after that one.
process.on('uncaughtException', (error) =>
  tell({ kind: 'faulted', reason: describe(error), requestId: requestOfWork() }),
);

// Supabase's API for work after the answer. The thread is kept for it.
let behind = 0;
const waitUntil = (work: Promise<unknown>): void => {
  tell({ kind: 'behind', count: (behind += 1) });
  work
    .catch((error: unknown) => console.error(describe(error)))
    .finally(() => tell({ kind: 'behind', count: (behind -= 1) }));
};
// The event before the runtime's end.
const lifecycle = new EventTarget();
const addEventListener = lifecycle.addEventListener.bind(lifecycle);
Object.assign(globalThis, { EdgeRuntime: { waitUntil }, addEventListener });

type Handler = (request: Request) => Response | Promise<Response>;

try {
  const module = (await import(pathToFileURL(workerData.file).href)) as { default?: { fetch?: Handler } };
  const handler = module.default?.fetch;
  if (typeof handler !== 'function') throw new TypeError('The file has no `export default { fetch }`.');
  port.on('message', (message: ServerMessage) => {
    if (message.kind === 'leave') lifecycle.dispatchEvent(new Event('beforeunload'));
    else void printForRequest(message.request.id, () => serve(handler, message.request));
  });
  tell({ kind: 'ready' });
} catch (error) {
  tell({ kind: 'unbootable', reason: describe(error) });
}

async function serve(handler: Handler, request: RequestMessage): Promise<void> {
  tell({ kind: 'begun' });
  try {
    const { url, method, headers, body } = request;
    const response = await handler(new Request(url, { method, headers, body }));
    tell({ kind: 'answer', response: await unfold(response) });
  } catch (error) {
    tell({ kind: 'threw', reason: describe(error) });
  }
}

async function unfold(response: Response): Promise<ResponseMessage> {
  return {
    status: response.status,
    headers: [...response.headers],
    body: new Uint8Array(await response.arrayBuffer()),
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
