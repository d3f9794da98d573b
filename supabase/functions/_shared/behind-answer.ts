interface Runtime {
  readonly EdgeRuntime?: { waitUntil(work: Promise<unknown>): void };
  addEventListener?(name: 'beforeunload', hear: () => void): void;
}

const runtime = globalThis as unknown as Runtime;
let isLeaving = false;
runtime.addEventListener?.('beforeunload', () => (isLeaving = true));

/** Lets work go on behind the answer: both backends' runtimes keep a function for it, others go on while their process does. */
export function goOnBehind(work: Promise<unknown>): void {
  if (runtime.EdgeRuntime) runtime.EdgeRuntime.waitUntil(work);
  else work.catch((error: unknown) => console.error(String(error)));
}

/** Whether the runtime has said that it is about to end this function: what is under way may finish, nothing should begin. */
export function isEnding(): boolean {
  return isLeaving;
}
