interface Runtime {
  readonly EdgeRuntime?: { waitUntil(work: Promise<unknown>): void };
  addEventListener?(name: 'beforeunload', hear: () => void): void;
}

const runtime = globalThis as unknown as Runtime;
let isLeaving = false;
runtime.addEventListener?.('beforeunload', () => (isLeaving = true));

/** Continues work after the answer. Both runtimes keep a function alive for it, others while their process runs. */
export function continueInBackground(work: Promise<unknown>): void {
  if (runtime.EdgeRuntime) runtime.EdgeRuntime.waitUntil(work);
  else work.catch((error: unknown) => console.error(String(error)));
}

/** Returns true once the runtime will end this function. Work in progress may finish, nothing should begin. */
export const isEnding = (): boolean => isLeaving;
