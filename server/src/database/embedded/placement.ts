import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFolder } from '../../configuration/make-folder.ts';
import { UserError } from '../../configuration/user-error.ts';
import { findBinaries } from './binaries.ts';

/** The directories of the embedded PostgreSQL, and the account that runs it. */
export interface Placement {
  /** The folder with `bin`, `lib` and `share`. */
  readonly programs: string;
  readonly data: string;
  /** Mode 700, and short enough for a socket's path. */
  readonly socketDir: string;
  /** True if `socketDir` was created for this run only, because the path of the data is too long. */
  readonly isSocketTemporary: boolean;
  /** The names that PostgreSQL is given for `data`, which is its working directory, and for `socketDir`. */
  readonly known: { readonly data: string; readonly socketDir: string };
  readonly logFile: string;
  readonly account: Account | null;
}

/** The place for programs that PostgreSQL's user could not reach where npm installed them. */
const durable = process.platform === 'linux' ? '/var/lib/solostead' : '/usr/local/var/solostead';

/**
 * A path of the working directory that needs no access to its parents. Root may keep data below a directory that is
 * closed to PostgreSQL's user. PostgreSQL starts in it and uses no other path.
 */
const WORKING_DIRECTORY = '/proc/self/cwd';

/** The name of PostgreSQL's socket in its directory. */
export const SOCKET = '.s.PGSQL.5432';

/** The longest path a socket may have on every system we run on, in bytes. */
const MAX_SOCKET_PATH_BYTES = 103;

/** The name of the data's directory. A restore fills another one first: a partial copy is never taken for data. */
export type DataName = 'postgres' | 'postgres.restoring';

/** Finds or makes the directories in `dataDir`. @throws UserError when PostgreSQL could not use them */
export function place(dataDir: string, name: DataName = 'postgres'): Placement {
  makeFolder(dataDir);
  refuseFormerHome(dataDir);
  const account = chooseAccount(join(dataDir, 'postgres'));
  if (account) fs.chmodSync(dataDir, 0o711);
  const data = join(dataDir, name);
  const isOpen = !account || isReachable(dataDir, account);
  if (!isOpen) requireWorkingDirectoryName(dataDir);
  const usual = isOpen ? join(dataDir, 'socket') : data;
  const isSocketTemporary = Buffer.byteLength(join(usual, SOCKET)) > MAX_SOCKET_PATH_BYTES;
  const socketDir = isSocketTemporary ? fs.mkdtempSync(join(tmpdir(), 'solostead-')) : usual;
  if (socketDir !== data) prepareSocketDir(socketDir, account);
  return {
    programs: reachPrograms(account),
    data,
    socketDir,
    isSocketTemporary,
    known: {
      data: isOpen ? data : WORKING_DIRECTORY,
      socketDir: socketDir === data ? WORKING_DIRECTORY : socketDir,
    },
    logFile: join(dataDir, 'postgres.log'),
    account,
  };
}

/** Removes what was made for one run of PostgreSQL, once it has ended. */
export function removeTemporaryFolders({ socketDir, isSocketTemporary }: Placement): void {
  if (isSocketTemporary) fs.rmSync(socketDir, { recursive: true, force: true });
}

function requireWorkingDirectoryName(dataDir: string): void {
  if (fs.existsSync(WORKING_DIRECTORY)) return;
  throw new UserError(
    `${dataDir} is below a directory that only root may enter: set DATA_DIR to another one, or start as an ordinary user.`,
  );
}

/** Versions up to commit c8ecde66 kept data elsewhere and recorded where. */
function refuseFormerHome(dataDir: string): void {
  const record = join(dataDir, 'location');
  if (!fs.existsSync(record)) return;
  const home = fs.readFileSync(record, 'utf8').trim();
  throw new UserError(
    `The database of ${dataDir} is in ${home}: move ${home}/postgres into ${dataDir}, remove ${record}, then start again.`,
  );
}

/** Returns true if `account` may access `path` through all its parents. */
function isReachable(path: string, account: Account): boolean {
  for (let directory = path; ; directory = dirname(directory)) {
    const { mode, uid, gid } = fs.statSync(directory);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    if (directory === dirname(directory)) return true;
  }
}

function reachPrograms(account: Account | null): string {
  const { directory, version } = findBinaries();
  const isFine = (place: string) => !account || isReachable(join(place, 'bin/postgres'), account);
  if (isFine(directory)) return directory;
  const copy = join(durable, `postgresql-${version}`);
  if (!fs.existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    fs.mkdirSync(durable, { recursive: true, mode: 0o711 });
    fs.cpSync(directory, draft, { recursive: true, verbatimSymlinks: true });
    openToAll(draft);
    try {
      fs.renameSync(draft, copy);
    } catch {
      fs.rmSync(draft, { recursive: true, force: true }); // another copy was quicker
    }
  }
  return copy;
}

/** Makes a copied tree readable for every user, because the umask of the install may have closed it. */
function openToAll(path: string): void {
  fs.chmodSync(path, 0o755);
  for (const entry of fs.readdirSync(path, { recursive: true, withFileTypes: true })) {
    const child = join(entry.parentPath, entry.name);
    if (!entry.isSymbolicLink()) fs.chmodSync(child, fs.statSync(child).mode & 0o100 ? 0o755 : 0o644);
  }
}

function prepareSocketDir(directory: string, account: Account | null): void {
  makeFolder(directory);
  if (account) fs.chownSync(directory, account.uid, account.gid);
  fs.chmodSync(directory, 0o700);
}

/** The user PostgreSQL runs as, in numbers. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** An id that no distribution hands out, so that no other program of the machine runs under it. */
const OWN_ID = 61042;

/**
 * Returns the account that runs the cluster in `dataPath`, or null for the current one. PostgreSQL refuses to run as
 * root. For root it is the owner of the data, or for new data a separate id, which needs no entry in /etc/passwd.
 */
function chooseAccount(dataPath: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  const owner = fs.statSync(dataPath, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return { uid: OWN_ID, gid: OWN_ID };
}

/** Someone with an entry in /etc/passwd for `initdb`, which (unlike `postgres`) asks for its user's name. */
export function namedAccount(): Account {
  const entries = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter((fields) => Number(fields[2]) > 0);
  const entry = entries.find(([name]) => name === 'nobody') ?? entries[0];
  if (!entry) throw new UserError('PostgreSQL does not run as root: start as an ordinary user instead.');
  return { uid: Number(entry[2]), gid: Number(entry[3]) };
}
