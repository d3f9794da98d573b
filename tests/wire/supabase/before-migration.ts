import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestServer } from '../../harness/servers/server.ts';

const root = join(import.meta.dirname, '../../..');
const platform = join(root, 'server/src/database/platform');
const migrations = join(root, 'supabase/migrations');

interface Former {
  readonly client: pg.Client;
  /** Applies the migration and all after it. */
  migrate(): Promise<void>;
}

/** A database beside the server's, as it was before the migration of this file. */
export async function databaseBefore(server: TestServer, migration: string): Promise<Former> {
  const name = `before_${migration.replace(/\W/g, '_')}`;
  await server.sql(`create database ${name}`);
  const url = new URL(server.databaseUrl);
  url.pathname = `/${name}`;
  const client = new pg.Client(url.href);
  await client.connect();
  const apply = async (folder: string, isWanted: (file: string) => boolean) => {
    for (const file of readdirSync(folder).sort())
      if (file.endsWith('.sql') && isWanted(file))
        await client.query(`begin;\n${readFileSync(join(folder, file), 'utf8')};\ncommit`);
  };
  await apply(platform, () => true);
  await apply(migrations, (file) => file < migration);
  return { client, migrate: () => apply(migrations, (file) => file >= migration) };
}
