import { execFile } from 'node:child_process';
import {
  chownSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ConfigurationError } from '../../configuration/configuration-error.ts';
import { type Account, namedAccount } from './account.ts';
import type { Placement } from './placement.ts';

const run = promisify(execFile);

/** The major version of the bundled PostgreSQL. */
export const majorVersion = '18';

/** The environment PostgreSQL's programs run in: nothing of ours, so that no PG* variable leaks in. */
export const programEnvironment = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Makes the cluster when there is none; refuses, untouched, one that another major version made. */
export async function prepareCluster(placement: Placement): Promise<void> {
  const { data } = placement;
  if (!existsSync(data)) return initialise(placement);
  const found = readVersion(data);
  if (found === majorVersion) return;
  throw new ConfigurationError(
    `${data} was made by PostgreSQL ${found ?? '(unknown)'}, this version runs ${majorVersion}: ` +
      `back it up with the version that made it (npm run backup), move it away, and restore (npm run restore).`,
  );
}

function readVersion(data: string): string | null {
  const path = join(data, 'PG_VERSION');
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : null;
}

/** Initialises under another name first, so that an interrupted start leaves nothing that looks like data. */
async function initialise({ programs, data, account }: Placement): Promise<void> {
  const draft = `${data}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const maker = account && namedAccount();
  if (maker) chownSync(draft, maker.uid, maker.gid);
  const locale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C'];
  const rest = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-instructions'];
  await run(join(programs, 'bin/initdb'), [`--pgdata=${draft}`, ...rest, ...locale], {
    ...maker,
    cwd: draft,
    env: programEnvironment,
  }).catch((error: { stderr?: string }) => {
    throw new Error(`PostgreSQL could not make its data directory: ${error.stderr ?? String(error)}`);
  });
  if (account) giveTree(draft, account);
  renameSync(draft, data);
}

function giveTree(path: string, account: Account): void {
  lchownSync(path, account.uid, account.gid);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    const child = join(path, entry.name);
    if (entry.isDirectory()) giveTree(child, account);
    else lchownSync(child, account.uid, account.gid);
  }
}
