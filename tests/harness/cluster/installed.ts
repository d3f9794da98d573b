import { existsSync } from 'node:fs';

/** The parts of the cluster with their Debian packages. */
const parts: readonly (readonly [path: string, packages: string])[] = [
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/lib/python3/dist-packages/etcd/__init__.py', 'python3-etcd'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
  ['/usr/lib/postgresql/15/bin/initdb', 'postgresql-15'],
];

const missing = parts.filter(([path]) => !existsSync(path)).map(([, name]) => name);

/** True if everything that a cluster needs is installed. */
export const hasCluster = missing.length === 0;

/** Why the tests are skipped, in the words that `npm test` counts them by. */
export const noCluster = `no ${missing.join(', ')} here`;
