import { finished, PassThrough, pipeline, type Readable } from 'node:stream';
import { FunctionFault } from './errors.ts';

export interface StreamLimits {
  /** The time in which a function must add to its answer. */
  readonly idleMs: number;
  /** The time that the whole answer may take. */
  readonly allMs: number;
}

/**
 * Returns the body of a function's answer, which breaks off when a limit is exceeded. A client that reads slowly does
 * not count against the function. `onEnd` is called when the answer is over, for any reason.
 */
export function limitStream(body: Readable, { idleMs, allMs }: StreamLimits, onEnd: () => void): Readable {
  const limited = new PassThrough();
  const breakOff = (reason: string) => limited.destroy(new FunctionFault('IDLE_TIMEOUT', reason));
  const idle = setTimeout(() => {
    if (limited.readableLength > 0) idle.refresh();
    else breakOff(`The stream had no data for ${idleMs / 1000} seconds.`);
  }, idleMs);
  const all = setTimeout(() => breakOff(`The stream took more than ${allMs / 1000} seconds.`), allMs);
  body.on('data', () => idle.refresh());
  pipeline(body, limited, () => {});
  finished(limited, { writable: false }, () => {
    clearTimeout(idle);
    clearTimeout(all);
    onEnd();
  });
  return limited;
}
