import { constants, fstatSync, openSync, writeSync } from 'node:fs';
import { visibleJson } from './visible.ts';

/** The maximum text that waits for a reader, in characters, about 4,000 requests. */
const MAX_BUFFERED_LENGTH = 1024 * 1024;

/** The interval between attempts to write to a reader that stopped. */
const RETRY_MS = 20;

/** The time the end of the process may wait for a slow reader, in milliseconds. */
const LAST_WAIT_MS = 500;

/**
 * Standard output for a log in JSON. It writes the lines of one turn of the event loop at once, so that a busy server does
 * not pay a system call per request. It never waits for a reader. Lines wait up to a limit, and further ones are
 * dropped.
 * @param onDropped receives the number of dropped lines once the reader continues
 */
export function logDestination(onDropped: (lines: number) => void) {
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
    if (missing > 0) onDropped(missing);
    if (unwritten.length > 0 && !isScheduled) schedule();
  };
  process.once('exit', () => writeAtTheEnd(descriptor, Buffer.concat([unwritten, Buffer.from(lines)])));
  return {
    write(line: string): void {
      if (unwritten.length + lines.length > MAX_BUFFERED_LENGTH) dropped += 1;
      else lines += visibleJson(line);
      if (!isScheduled) schedule();
    },
  };
}

/**
 * Opens a descriptor of standard output that answers EAGAIN instead of waiting. A pipe or terminal is opened again,
 * because the flag would also affect the programs that share it. Elsewhere, Node's own stream sets it.
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

/** Writes as much as fits into the reader's pipe or on the disk and returns the rest. */
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

/** The process ends and serves no requests, so waiting is fine for a limited time. */
function writeAtTheEnd(descriptor: number, bytes: Uint8Array): void {
  const deadline = Date.now() + LAST_WAIT_MS;
  let rest = bytes;
  while ((rest = writeWhatFits(descriptor, rest)).length > 0 && Date.now() < deadline)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
}
