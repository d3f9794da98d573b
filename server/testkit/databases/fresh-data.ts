import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');
const cached = join(root, '.cache/test-data');

/** Names databases that are made of the files in these folders. A template is valid while none of them changes. */
export function fingerprint(sources: readonly string[]): string {
  const hash = createHash('sha256').update(readFileSync(join(root, 'server/package.json')));
  for (const source of sources) {
    const files = readdirSync(join(root, source), { recursive: true, withFileTypes: true });
    const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    for (const path of paths.sort()) hash.update(path).update(readFileSync(path));
  }
  return hash.digest('hex').slice(0, 16);
}

/** Copies owners, modes and times too, because PostgreSQL's files may belong to another user. */
export const copyTree = (from: string, to: string) => run('cp', ['-a', '--reflink=auto', from, to]);

/**
 * Puts a new, migrated database into `dataDir`, as a first start leaves it. `makeOne` makes it once for these
 * sources, later callers get a copy. First starts have separate tests.
 */
export async function putFreshData(
  dataDir: string,
  sources: readonly string[],
  makeOne: (dataDir: string) => Promise<void>,
): Promise<void> {
  await putCopy(fingerprint(sources), join(dataDir, 'postgres'), async (draft) => {
    const first = makeTestFolder('solostead-template-');
    try {
      await makeOne(first);
      await copyTree(join(first, 'postgres'), draft);
    } finally {
      rmSync(first, { recursive: true, force: true });
    }
  });
}

/** Several servers may be started at once by the same process. */
const making = new Map<string, Promise<void>>();

/** Makes `target` a copy of the folder stored as `name`, which `make` creates if needed. */
export async function putCopy(
  name: string,
  target: string,
  make: (draft: string) => Promise<void>,
): Promise<void> {
  const template = join(cached, name);
  if (!existsSync(template)) {
    if (!making.has(name)) making.set(name, keepOne(template, make));
    await making.get(name)!.finally(() => making.delete(name));
  }
  utimesSync(template, new Date(), new Date());
  await copyTree(template, target);
}

/** A template that no run of this day copied is of other sources. Another process might be about to copy a younger one. */
const UNUSED_MS = 24 * 3_600_000;

/** Each has tens of megabytes, and a killed run leaves drafts too. */
function removeUnused(): void {
  for (const folder of readdirSync(cached).map((name) => join(cached, name))) {
    const used = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (used < Date.now() - UNUSED_MS) rmSync(folder, { recursive: true, force: true });
  }
}

async function keepOne(template: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${template}.${process.pid}`;
  mkdirSync(cached, { recursive: true });
  removeUnused();
  await make(draft);
  try {
    renameSync(draft, template);
  } catch {
    rmSync(draft, { recursive: true, force: true }); // another runner was quicker
  }
}

const MEMORY = '/dev/shm';
/** A database under test takes a tenth of a gigabyte, and a run has up to ten at once. */
const MIN_FREE_BYTES = 4e9;

/** No run of tests takes so long. */
const LEFT_OVER_MS = 3 * 3_600_000;

/**
 * Creates a folder for the data of a server under test, in memory where there is room, because disk writes slow a
 * test down.
 */
export function makeTestFolder(prefix: string): string {
  if (!hasMemory()) return mkdtempSync(join(tmpdir(), prefix));
  removeLeftovers(prefix);
  return mkdtempSync(join(MEMORY, prefix));
}

/** A run that was killed leaves its data, which would take memory until the machine is restarted. */
function removeLeftovers(prefix: string): void {
  const names = readdirSync(MEMORY).filter((name) => name.startsWith(prefix));
  for (const folder of names.map((name) => join(MEMORY, name))) {
    const changed = statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Infinity;
    if (changed > Date.now() - LEFT_OVER_MS || isInUse(folder)) continue;
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns true if the server that its lock names still runs. */
function isInUse(folder: string): boolean {
  try {
    process.kill(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function hasMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return process.platform === 'linux' && bavail * bsize > MIN_FREE_BYTES;
  } catch {
    return false;
  }
}
