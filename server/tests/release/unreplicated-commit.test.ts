import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import { hasPgbouncer, startPgbouncer } from '@solostead/server-testkit/network/pgbouncer';
import { needs } from '@solostead/server-testkit/needs';
import {
  startMigratedPostgres,
  startServer,
  type TestServer,
} from '@solostead/server-testkit/servers/server';
import type { TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { postJson } from '@solostead/server-testkit/network/post-json';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startMigratedPostgres();
});
afterAll(() => postgres?.stop());

describe('a commit whose wait for its standby was cancelled is not acknowledged', () => {
  test('on a separate connection', async () => {
    await check('direct', { DATABASE_URL: postgres.url('direct') });
  });

  test('through PgBouncer in transaction mode', needs(hasPgbouncer(), 'no PgBouncer here'), async () => {
    const pooler = await startPgbouncer(postgres.port, 'transaction');
    try {
      await check('pooled', {
        DATABASE_URL: pooler.url('pooled'),
        DATABASE_DIRECT_URL: postgres.url('pooled'),
        DATABASE_POOLER: 'transaction',
      });
    } finally {
      await pooler.stop();
    }
  });
});

test('a commit that takes longer than a request may is answered with 503 and Retry-After', async () => {
  await postgres.sql('create database waiting template migrated');
  const server = await startServer({ env: { DATABASE_URL: postgres.url('waiting') } });
  const note = numberedNote(crypto.randomUUID());
  try {
    await waitFor('absent');
    // PostgreSQL's own limit of a statement does not end the wait: ours for an answer does.
    const answer = await submitNote(server, note);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    await waitFor('');
    expect((await submitNote(server, note)).status).toBe(409);
  } finally {
    await waitFor('');
    await server.stop();
  }
});

const EMAIL = 'admin@sample.example';

const waitFor = async (standby: string) => {
  await postgres.sql(`alter system set synchronous_standby_names = '${standby}'`);
  await postgres.sql('select pg_reload_conf()');
};
/** Cancels the wait of the first commit that waits for its standby. */
const cancelWait = () =>
  eventually(async () => {
    const cancelled = await postgres.sql(
      `select pg_cancel_backend(pid) from pg_stat_activity where wait_event = 'SyncRep'`,
    );
    return cancelled.length > 0;
  });
const signIn = (server: TestServer, password: string) =>
  postJson(server, '/auth/v1/token?grant_type=password', { email: EMAIL, password });

async function check(database: string, env: Record<string, string>): Promise<void> {
  await postgres.sql(`create database ${database} template migrated`);
  const server = await startServer({ env });
  try {
    const { password } = await server.addUser(EMAIL);
    const note = numberedNote(crypto.randomUUID());
    await waitFor('absent');
    for (const write of [() => submitNote(server, note), () => signIn(server, password)]) {
      const [answer] = await Promise.all([write(), cancelWait()]);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
    }
    await waitFor('');
    // It was written, as PostgreSQL's warning says, so a repeated request is a duplicate.
    expect((await submitNote(server, note)).status).toBe(409);
    expect((await signIn(server, password)).status).toBe(200);
    // The connection serves on, and says nothing of later commits.
    expect((await submitNote(server, numberedNote(crypto.randomUUID()))).status).toBe(201);
  } finally {
    await waitFor('');
    await server.stop();
  }
}
