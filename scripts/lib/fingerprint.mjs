import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, relative } from 'node:path';
import { fromRoot, root } from './project.mjs';
import { readJson } from './read-json.mjs';

/** Milliseconds. A file that is younger may change again within one tick of the file system's clock. */
const SETTLED_MS = 2_000;

/**
 * Returns a hash of `seed` and of the names and contents of the files. Files that are unchanged since the last hash of
 * this name are not read again.
 * @param {string} name of the record in .cache
 * @param {string} seed
 * @param {readonly string[]} files absolute
 * @returns {string}
 */
export function fingerprintOf(name, seed, files) {
  const record = fromRoot('.cache', `${name}.fingerprint`);
  const touched = createHash('sha256').update(seed);
  let newest = 0;
  for (const file of files) {
    // The system sets the time of change (ctime) itself: neither a copy nor a checkout keeps an older one.
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    touched.update(`${file}\0${ino} ${size} ${mtimeMs} ${ctimeMs}\n`);
    newest = Math.max(newest, ctimeMs);
  }
  const state = touched.digest('hex');
  const known = readJson(record);
  if (known?.state === state) return known.fingerprint;
  const hash = createHash('sha256').update(seed);
  for (const file of files) hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  const fingerprint = hash.digest('hex');
  if (newest >= Date.now() - SETTLED_MS) return fingerprint;
  try {
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, JSON.stringify({ state, fingerprint }));
  } catch {
    // In another user's project or on a full disk all files are read again the next time.
  }
  return fingerprint;
}
