import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FOLDER = '/usr/lib/postgresql';

/**
 * Returns the folder of Debian's newest PostgreSQL before 18 that compiles plans (LLVM), which has the costs of older
 * servers, or null. Root on Debian installs a missing one.
 */
export function postgresWithJit(): string | null {
  return find() ?? (install() ? find() : null);
}

function find(): string | null {
  const versions = existsSync(FOLDER) ? readdirSync(FOLDER).map(Number) : [];
  const homes = versions
    .filter((version) => version >= 15 && version < 18)
    .toSorted((left, right) => right - left)
    .map((version) => join(FOLDER, String(version)));
  const needed = ['bin/initdb', 'lib/llvmjit.so', 'lib/auto_explain.so'];
  return homes.find((home) => needed.every((file) => existsSync(join(home, file)))) ?? null;
}

/** Installs the programs without the cluster that the package would make and start. */
function install(): boolean {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false;
  const noCluster = '/etc/postgresql-common/createcluster.d/no-cluster-for-tests.conf';
  mkdirSync(dirname(noCluster), { recursive: true });
  writeFileSync(noCluster, 'create_main_cluster = false\n');
  spawnSync('apt-get', ['update', '-qq'], { stdio: 'ignore' });
  const options = ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'];
  return spawnSync('apt-get', options, { stdio: 'ignore' }).status === 0;
}
