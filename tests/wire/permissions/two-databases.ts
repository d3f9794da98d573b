import pg from 'pg';
import { startServer, type TestServer } from '../../harness/servers/server.ts';

export interface TwoDatabases {
  /** As `npm start` makes it. */
  readonly ours: TestServer;
  /** A database whose default privileges grant everything to everyone, as Supabase's do. */
  readonly likeSupabase: TestServer;
  stop(): Promise<void>;
}

/** Starts the server on both kinds of database; the second lies in the first one's PostgreSQL. */
export async function startTwoDatabases(): Promise<TwoDatabases> {
  const ours = await startServer();
  await ours.sql('create database like_supabase');
  const url = new URL(ours.databaseUrl);
  url.pathname = '/like_supabase';
  await openHanded(url.href);
  const likeSupabase = await startServer({ env: { DATABASE_URL: url.href } });
  return {
    ours,
    likeSupabase,
    stop: async () => {
      await likeSupabase.stop();
      await ours.stop();
    },
  };
}

/** Supabase's default privileges of schema public. */
async function openHanded(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const kind of ['tables', 'sequences', 'functions']) {
    await client.query(
      `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
    );
  }
  await client.end();
}
