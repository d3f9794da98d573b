import { statfs } from 'node:fs/promises';
import { ageOfNewest, surveyBackups } from '../../backup/backup-directory.ts';
import { readInstallation } from '../../backup/installation.ts';
import { offsiteAge, type OffsiteState, readOffsite } from '../../backup/offsite.ts';
import type { Config } from '../../configuration/config.ts';
import type { Database } from '../../database/database.ts';
import type { ExtensionGauge } from './extension-gauge.ts';
import type { Verdict } from '../readiness.ts';

/** Metrics for the alarms of every server, namely the database, free disk space and the age of the newest backup. */
export function ownGauges(
  { dataDir, backup }: Pick<Config, 'dataDir' | 'backup'>,
  owner: Pick<Database, 'query'>,
  isReady: () => Promise<Verdict>,
): ExtensionGauge[] {
  const { dir, command } = backup;
  return [
    {
      name: 'solostead_database_up',
      help: '1 when the database takes writes',
      read: async () => ((await isReady()) === null ? 1 : 0),
    },
    {
      name: 'solostead_data_free_bytes',
      help: 'Room on the disk of DATA_DIR',
      read: () => freeBytes(dataDir),
    },
    {
      name: 'solostead_database_connections_share',
      help: 'Connections of the PostgreSQL that are open, of those that it has for ordinary roles',
      read: () => connectionsShare(owner),
    },
    ...(dir === null
      ? []
      : [
          {
            name: 'solostead_backup_free_bytes',
            help: 'Room on the disk of BACKUP_DIR',
            read: () => freeBytes(dir),
          },
          {
            name: 'solostead_backup_age_seconds',
            help: 'Age of the newest whole backup of this installation in BACKUP_DIR',
            read: async () => {
              const installation = await readInstallation(owner.query).catch(() => null);
              const at = new Date();
              const age = installation && ageOfNewest(surveyBackups(dir, installation, at), at);
              return age === null ? null : age / 1000;
            },
          },
        ]),
    ...(command === null ? [] : offsiteGauges(owner)),
  ];
}

function offsiteGauges({ query }: Pick<Database, 'query'>): ExtensionGauge[] {
  const read = async (valueOf: (state: OffsiteState) => number | null) => {
    const state = await readOffsite(query).catch(() => null);
    return state && valueOf(state);
  };
  return [
    {
      name: 'solostead_offsite_backup_up',
      help: '1 when BACKUP_COMMAND has taken the last backup that it was given',
      read: () => read(({ taken, failure }) => (taken !== null && failure === null ? 1 : 0)),
    },
    {
      name: 'solostead_offsite_backup_age_seconds',
      help: 'Age of the newest backup that BACKUP_COMMAND has taken',
      read: () =>
        read((state) => {
          const age = offsiteAge(state, new Date());
          return age === null ? null : age / 1000;
        }),
    },
  ];
}

const freeBytes = async (path: string): Promise<number | null> => {
  const disk = await statfs(path).catch(() => null);
  return disk && disk.bavail * disk.bsize;
};

async function connectionsShare(owner: Pick<Database, 'query'>): Promise<number | null> {
  const { rows } = await owner
    .query<{ share: number }>(
      `select sum(numbackends)::float8 / (
          current_setting('max_connections')::float8 - current_setting('superuser_reserved_connections')::float8
          - coalesce(current_setting('reserved_connections', true)::float8, 0)
        ) as share
         from pg_stat_database`,
    )
    .catch(() => ({ rows: [] }));
  return rows[0]?.share ?? null;
}
