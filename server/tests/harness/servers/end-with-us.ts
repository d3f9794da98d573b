import { spawn } from 'node:child_process';

/** Callbacks for the end of this process. */
const endings = new Set<() => void>();
let isListening = false;

const endAll = () => {
  for (const end of endings) end();
};

/** A signal without a listener would end this process without its `exit` event. Vitest ends its workers so. */
function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    if (process.listenerCount(signal) > 0) continue;
    process.once(signal, () => {
      endAll();
      process.kill(process.pid, signal);
    });
  }
}

/** Calls `end` when this process ends, also by a signal. Returns a function that cancels it. */
export function endWithUs(end: () => void): () => void {
  if (!isListening) {
    isListening = true;
    process.once('exit', endAll);
    endOnSignals();
  }
  endings.add(end);
  return () => endings.delete(end);
}

/** Starts a program that is asked to end when this process ends. */
export const spawnWithUs = ((...given: Parameters<typeof spawn>) => {
  const child = spawn(...given);
  child.once(
    'exit',
    endWithUs(() => child.kill('SIGTERM')),
  );
  return child;
}) as typeof spawn;
