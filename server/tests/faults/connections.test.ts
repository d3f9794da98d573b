import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { numberedNote, submitNote } from '@solostead/server-testkit/notes';
import {
  CLUSTER_PASSWORD,
  startPostgres,
  type TestPostgres,
} from '@solostead/server-testkit/databases/postgres';
import { refusedStart, startServer, type TestServer } from '@solostead/server-testkit/servers/server';

let postgres: TestPostgres;

beforeAll(async () => {
  postgres = await startPostgres();
  await postgres.sql(`create role modest login createrole bypassrls password '${CLUSTER_PASSWORD}'`);
  await postgres.sql('create database modest owner modest');
  await (await startServer({ env: { DATABASE_URL: postgres.url('modest', 'modest') } })).stop();
});
afterAll(() => postgres?.stop());

describe('DATABASE_CONNECTIONS', () => {
  test('limits the connections of a copy, which serves a rush even with the minimum', async () => {
    await limit(8);
    const server = await start('8');
    expect(warnings(server)).toEqual([]);
    const rush = Array.from({ length: 60 }, (_, number) =>
      number % 3 === 0
        ? fetch(`${server.url}/auth/v1/health`, { headers: { apikey: server.publishableKey } })
        : submitNote(server, numberedNote(crypto.randomUUID())),
    );
    const statuses = (await Promise.all(rush)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 200 && status !== 201)).toEqual([]);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });
});

describe('too few connections', () => {
  test('are not reported by the doctor of a running copy, only by a start beyond the limit, which serves', async () => {
    await limit(20);
    const small = await start('12');
    expect(await small.command('doctor')).toMatch(/^ok +connections: others have \d+ of 20 connections /m);
    const server = await start('30');
    expect(warnings(server)).toEqual([
      expect.stringMatching(
        /^The database has too few connections: others have \d+ of 20 connections \(connection limit of the role modest\), and this copy opens up to 30: alter role modest connection limit, lower DATABASE_CONNECTIONS, or run fewer copies\.$/,
      ),
    ]);
    expect((await submitNote(server, numberedNote(crypto.randomUUID()))).status).toBe(201);
  });

  test('a start without the minimum waits, then exits with a message', async () => {
    await limit(6);
    onTestFinished(() => limit(-1).then(() => {}));
    const { stderr } = await refusedStart({ env: envOf('8') });
    expect(stderr).toMatch(
      /^The database has too few connections: others have \d+ of 6 connections \(connection limit of the role modest\), .+\.\n$/,
    );
  });
});

const limit = (connections: number) => postgres.sql(`alter role modest connection limit ${connections}`);
const envOf = (connections: string) => ({
  DATABASE_URL: postgres.url('modest', 'modest'),
  DATABASE_CONNECTIONS: connections,
});
const start = async (connections: string): Promise<TestServer> => {
  const server = await startServer({ env: envOf(connections) });
  onTestFinished(() => server.stop());
  return server;
};
const warnings = ({ log }: TestServer) =>
  log.map(({ msg }) => String(msg)).filter((line) => /connections/.test(line));
