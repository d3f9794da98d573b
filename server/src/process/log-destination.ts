import { writeSync } from 'node:fs';

/**
 * Standard output for a log: the lines of one turn of the event loop in one write, so that a busy server does not pay
 * a system call per request. Nothing waits beyond its turn, and nothing is lost at the end of the process.
 */
export function turnByTurn(descriptor = 1): { write(line: string): void } {
  let lines = '';
  const flush = (): void => {
    const now = lines;
    lines = '';
    if (now !== '') writeAll(descriptor, Buffer.from(now));
  };
  process.once('exit', flush);
  return {
    write(line) {
      if (lines === '') setImmediate(flush);
      lines += line;
    },
  };
}

/** A reader that is slow to take its log must not lose any of it. */
function writeAll(descriptor: number, bytes: Buffer): void {
  for (let rest = bytes; rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // Nobody reads any more: there is nobody to tell.
      if (code === 'EPIPE') return;
      if (code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}
