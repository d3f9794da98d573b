import { existsSync } from 'node:fs';

/** What the cluster is made of, each with the Debian package it comes in. */
const parts: readonly (readonly [path: string, packages: string])[] = [
  ['/usr/bin/etcd', 'etcd-server'],
  ['/usr/bin/patroni', 'patroni'],
  ['/usr/lib/python3/dist-packages/etcd/__init__.py', 'python3-etcd'],
  ['/usr/sbin/haproxy', 'haproxy'],
  ['/usr/sbin/pgbouncer', 'pgbouncer'],
  ['/usr/lib/postgresql/15/bin/initdb', 'postgresql-15'],
];

const missing = parts.filter(([path]) => !existsSync(path)).map(([, name]) => name);

/** Whether everything is here that a cluster needs. */
export const hasCluster = missing.length === 0;

/** Why the tests are skipped, in the words that `npm test` counts them by. */
export const noCluster = `no ${missing.join(', ')} here`;
