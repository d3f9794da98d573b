import pg from 'pg';
import { beforeAll, describe } from 'vitest';
import { startServer, type TestServer } from '../../harness/servers/server.ts';
import { shareServers } from '../../../server/tests/harness/servers/share-servers.ts';

export interface TwoDatabases {
  /** As `npm start` creates it. */
  readonly ours: TestServer;
  /** A database whose default privileges grant everything to everyone, as Supabase's do. */
  readonly likeSupabase: TestServer;
}

/** A server on each kind of database, shared like `sharedServer`, for tests that only change rows. */
export async function sharedTwoDatabases(): Promise<TwoDatabases> {
  const [ours, likeSupabase] = await shareServers('two databases', start);
  return { ours: ours!, likeSupabase: likeSupabase! };
}

/** The second database is in the first one's PostgreSQL. */
async function start(): Promise<TestServer[]> {
  const ours = await startServer();
  await ours.sql('create database like_supabase');
  const url = new URL(ours.databaseUrl);
  url.pathname = '/like_supabase';
  const client = new pg.Client(url.href);
  await client.connect();
  await openHanded(client);
  await client.end();
  return [ours, await startServer({ env: { DATABASE_URL: url.href } })];
}

/** Gives the database Supabase's default privileges of schema public. */
async function openHanded(client: pg.Client): Promise<void> {
  for (const kind of ['tables', 'sequences', 'functions']) {
    await client.query(
      `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
    );
  }
}

export const databases = ['ours', 'likeSupabase'] as const;

/** Describes the same of each kind of database. */
export function describeBoth(title: string, tests: (server: () => TestServer) => void): void {
  describe.each(databases)(title, (which) => {
    let both: TwoDatabases;
    beforeAll(async () => {
      both = await sharedTwoDatabases();
    });
    tests(() => both[which]);
  });
}
