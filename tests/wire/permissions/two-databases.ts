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
  const client = new pg.Client(url.href);
  await client.connect();
  await openHanded(client);
  await client.end();
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

/** Gives the database Supabase's default privileges of schema public. */
export async function openHanded(client: pg.Client): Promise<void> {
  for (const kind of ['tables', 'sequences', 'functions']) {
    await client.query(
      `alter default privileges in schema public grant all on ${kind} to anon, authenticated, service_role`,
    );
  }
}
