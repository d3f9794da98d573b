import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { dataClient, visitor } from '../harness/applicant.ts';
import { confirmedApplicant } from '../harness/applicant-page.ts';
import { authClient } from '@solostead/server-testkit/auth/clients';
import { newFolder } from '@solostead/server-testkit/new-folder';
import { makeAuthority } from '@solostead/server-testkit/identity/certificates';
import {
  CLUSTER_PASSWORD,
  startPostgres,
  type TestPostgres,
} from '@solostead/server-testkit/databases/postgres';
import { refusedStart, runCommand, serverEnvironment, startServer } from '../harness/servers/server.ts';

const folder = newFolder(afterAll);
beforeAll(prepare);
afterAll(() => postgres?.stop());

describe('PostgreSQL 15 over TLS', () => {
  test('names the one missing statement of a role without superuser, and makes nothing', async () => {
    const message = await refusal(url('modest', verified()));
    expect(message).toMatch(
      /^The role modest of DATABASE_URL may not make the role service_role: .+ then try again\.\n$/,
    );
    const made = await postgres.sql(`select from pg_catalog.pg_roles where rolname = 'authenticator'`);
    expect(made).toEqual([]);
    await postgres.sql(/"(.+);"/.exec(message)![1]!);
  });

  test('supports every feature without superuser', async () => {
    const server = await startServer({ env: { DATABASE_URL: url('modest', verified()) } });
    onTestFinished(() => server.stop());
    expect((await postgres.sql('show server_version'))[0]!['server_version']).toMatch(/^15\./);

    const { row } = await confirmedApplicant(server);
    expect((await visitor(server).apply(row)).error?.code).toBe('23505');

    const email = `admin-${crypto.randomUUID()}@sample.example`;
    const { password } = await server.addAdminByCommand(email);
    const { data, error } = await authClient(server).signInWithPassword({ email, password });
    expect(error).toBeNull();
    const rest = dataClient(server, data.session!.access_token);
    expect((await rest.from('user_roles').select('role')).data).toEqual([{ role: 'admin' }]);
    const listed = await rest.rpc('review_list', { filter: { search: row.email } });
    expect(listed).toMatchObject({ error: null, data: { rows: [{ email: row.email }] } });
  });

  test('a backup of it can be restored into another database', async () => {
    const env = serverEnvironment({ DATABASE_URL: url('modest', verified()), DATA_DIR: folder });
    await runCommand(env, 'backup', file('all.backup'));
    await postgres.sql('create database copied owner modest');
    await postgres.sql('grant set on parameter session_replication_role to modest');
    const there = { ...env, DATABASE_URL: url('copied', verified()) };
    expect(await runCommand(there, 'restore', file('all.backup'))).toMatch(/every table's hash agrees/);
    const rows = 'select * from public.applications';
    expect(await postgres.sql(rows, 'copied')).toEqual(await postgres.sql(rows, 'modest'));
  });

  test.each([
    ['verify-ca checks the authority, not the name', () => verified().replace('full', 'ca')],
    ['require encrypts only', () => 'sslmode=require'],
  ])('sslmode=%s', async (_title, options) => {
    const databaseUrl = url('modest', options(), '127.0.0.1');
    const env = serverEnvironment({ DATABASE_URL: databaseUrl, DATA_DIR: folder });
    expect(await runCommand(env, 'admin', 'list')).toContain('admin-');
  });

  test.each([
    [
      'a certificate that another authority signed',
      () => url('modest', `sslmode=verify-full&sslrootcert=${file('other.pem')}`),
      /\): its certificate was not signed by the authority in sslrootcert/,
    ],
    [
      'a certificate for another name',
      () => url('modest', verified(), '127.0.0.1'),
      /\): name the host as its certificate does/,
    ],
  ])('%s is refused in one sentence', async (_title, databaseUrl, expected) => {
    const message = await refusal(databaseUrl());
    expect(message).toMatch(/^The database that DATABASE_URL names cannot be used .+\.\n$/);
    expect(message).toMatch(expected);
  });
});

const file = (name: string) => join(folder, name);
let postgres: TestPostgres;

async function prepare(): Promise<void> {
  const [authority, otherAuthority] = await Promise.all([makeAuthority('ours'), makeAuthority('theirs')]);
  writeFileSync(file('ca.pem'), authority.certificate);
  writeFileSync(file('other.pem'), otherAuthority.certificate);
  // No role is called postgres there, as with many who let databases.
  const certificate = await authority.issue('localhost');
  postgres = await startPostgres({ isOldest: true, certificate, superuser: 'landlord' });
  await postgres.sql(`create role modest login createrole bypassrls password '${CLUSTER_PASSWORD}'`);
  await postgres.sql('create database modest owner modest');
}

/** The URL of `database` for its role, with `options` in place of the tests' own. */
const url = (database: string, options: string, host = 'localhost') =>
  postgres
    .url(database, database === 'postgres' ? 'landlord' : 'modest')
    .replace('127.0.0.1', host)
    .replace(/\?.*$/, `?${options}`);
const verified = () => `sslmode=verify-full&sslrootcert=${encodeURIComponent(file('ca.pem'))}`;

const refusal = async (databaseUrl: string) =>
  (await refusedStart({ env: { DATABASE_URL: databaseUrl } })).stderr;
