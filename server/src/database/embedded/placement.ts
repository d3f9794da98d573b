import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { type Account, chooseAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';

/** The directories of the embedded PostgreSQL, and the account that runs it. */
export interface Placement {
  /** Holds `bin`, `lib` and `share`. */
  readonly programs: string;
  readonly data: string;
  /** Mode 700, and short enough for a socket's path. */
  readonly socketDir: string;
  readonly logFile: string;
  readonly account: Account | null;
}

/** The place for data that its user could not reach inside `DATA_DIR`. */
const durable = process.platform === 'linux' ? '/var/lib/solostead' : '/usr/local/var/solostead';

/** The longest path a socket may have on every system we run on, in bytes. */
const MAX_SOCKET_PATH_BYTES = 103;

/** The name of the data's directory; a restore fills another one first, so that half of it is never taken for data. */
export type DataName = 'postgres' | 'postgres.restoring';

/** Finds or makes a place that PostgreSQL's user can reach; `DATA_DIR/location` records one outside `DATA_DIR`. */
export function place(dataDir: string, name: DataName = 'postgres'): Placement {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const home = chooseHome(dataDir);
  const account = chooseAccount(join(home, 'postgres'));
  if (account) chmodSync(home, 0o711);
  return {
    programs: reachPrograms(findBinaries(), account),
    data: join(home, name),
    socketDir: makeSocketDir(home, account),
    logFile: join(home, 'postgres.log'),
    account,
  };
}

function chooseHome(dataDir: string): string {
  const record = join(dataDir, 'location');
  if (existsSync(record)) {
    const recorded = readFileSync(record, 'utf8').trim();
    mkdirSync(recorded, { recursive: true, mode: 0o711 });
    return recorded;
  }
  const account = chooseAccount(join(dataDir, 'postgres'));
  if (!account || isReachable(dirname(dataDir), account)) return dataDir;
  const digest = createHash('sha256').update(dataDir).digest('hex').slice(0, 12);
  const home = join(durable, `${basename(dirname(dataDir))}-${digest}`);
  mkdirSync(home, { recursive: true, mode: 0o711 });
  writeFileSync(record, `${home}\n`, { flush: true });
  return home;
}

/** Whether `account` may walk down to `path`. */
function isReachable(path: string, account: Account): boolean {
  for (let directory = path; ; directory = dirname(directory)) {
    const { mode, uid, gid } = statSync(directory);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (directory === dirname(directory)) return true;
  }
}

function reachPrograms({ directory, version }: Binaries, account: Account | null): string {
  const isFine = (place: string) => !account || isReachable(join(place, 'bin/postgres'), account);
  if (isFine(directory)) return directory;
  const copy = join(durable, `postgresql-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    mkdirSync(durable, { recursive: true, mode: 0o711 });
    cpSync(directory, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    try {
      renameSync(draft, copy);
    } catch {
      rmSync(draft, { recursive: true, force: true }); // another copy was quicker
    }
  }
  return copy;
}

/** Lets every user read a copied tree: the umask of the install may have closed it. */
function openToAll(path: string): void {
  chmodSync(path, 0o755);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) openToAll(child);
    else if (entry.isFile()) chmodSync(child, statSync(child).mode & 0o100 ? 0o755 : 0o644);
  }
}

function makeSocketDir(home: string, account: Account | null): string {
  const usual = join(home, 'socket');
  const fits = Buffer.byteLength(join(usual, '.s.PGSQL.5432')) <= MAX_SOCKET_PATH_BYTES;
  const directory = fits ? usual : mkdtempSync(join(tmpdir(), 'solostead-'));
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (account) chownSync(directory, account.uid, account.gid);
  chmodSync(directory, 0o700);
  return directory;
}
