import { constants, fstatSync, openSync, writeSync } from 'node:fs';

/** The most that waits for a reader, in characters: some 4,000 requests. */
const MAX_BUFFERED_LENGTH = 1024 * 1024;

/** The interval between attempts to write to a reader that stopped. */
const RETRY_MS = 20;

/** How long the end of the process may wait for a reader that is slow, in milliseconds. */
const LAST_WAIT_MS = 500;

/** Where a log is written to. */
interface LogDestination {
  write(line: string): void;
  /** Called with the number of dropped lines once the reader continues. */
  onDropped: (lines: number) => void;
}

/**
 * Standard output for a log: the lines of one turn of the event loop in one write, so that a busy server does not pay a
 * system call per request. It never waits for a reader: up to a bound the lines wait, and what comes beyond is dropped
 * and counted.
 */
export function logDestination(): LogDestination {
  const descriptor = openWithoutWaiting();
  let unwritten: Uint8Array = new Uint8Array();
  let lines = '';
  let dropped = 0;
  let isScheduled = false;

  const schedule = (): void => {
    isScheduled = true;
    if (unwritten.length > 0) setTimeout(flush, RETRY_MS).unref();
    else setImmediate(flush);
  };
  const flush = (): void => {
    isScheduled = false;
    unwritten = writeWhatFits(descriptor, unwritten);
    if (unwritten.length > 0) return schedule();
    unwritten = writeWhatFits(descriptor, Buffer.from(lines));
    lines = '';
    const missing = dropped;
    dropped = 0;
    if (missing > 0) destination.onDropped(missing);
    if (unwritten.length > 0 && !isScheduled) schedule();
  };
  const destination: LogDestination = {
    write(line) {
      if (unwritten.length + lines.length > MAX_BUFFERED_LENGTH) dropped += 1;
      else lines += line;
      if (!isScheduled) schedule();
    },
    onDropped: () => {},
  };
  process.once('exit', () => writeAtTheEnd(descriptor, Buffer.concat([unwritten, Buffer.from(lines)])));
  return destination;
}

/**
 * A descriptor of standard output that answers EAGAIN where it would wait. A pipe or terminal is opened anew, for the
 * flag would also count for the programs it is shared with; elsewhere, Node's own stream sets it.
 */
function openWithoutWaiting(): number {
  const stdout = fstatSync(1);
  if (stdout.isFIFO() || stdout.isCharacterDevice()) {
    try {
      return openSync('/proc/self/fd/1', constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOCTTY);
    } catch {
      // Not Linux, or another user's.
    }
  }
  void process.stdout;
  return 1;
}

/** Writes as much as there is room for, in the reader's pipe or on the disk; answers the rest. */
function writeWhatFits(descriptor: number, bytes: Uint8Array): Uint8Array {
  let rest = bytes;
  try {
    while (rest.length > 0) rest = rest.subarray(writeSync(descriptor, rest));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The reader has left: there is no one to write for.
    if (code === 'EPIPE' || code === 'EIO') return new Uint8Array();
  }
  return rest;
}

/** The process ends and serves no requests: here waiting is in place, but not for ever. */
function writeAtTheEnd(descriptor: number, bytes: Uint8Array): void {
  const deadline = Date.now() + LAST_WAIT_MS;
  let rest = bytes;
  while ((rest = writeWhatFits(descriptor, rest)).length > 0 && Date.now() < deadline)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
