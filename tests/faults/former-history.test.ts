import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataFolder } from '../../server/tests/harness/new-folder.ts';
import { startPostgres, type TestPostgres } from '../../server/tests/harness/databases/postgres.ts';
import { knownPassword } from '../../server/tests/harness/servers/keys.ts';
import { runCommand, serverEnvironment, startServer } from '../harness/servers/server.ts';
import { signIn } from '../harness/member.ts';
import { type Row, rowsOfBackup, rowsOfDatabase } from './former-rows.ts';

beforeAll(prepare);
afterAll(() => postgres?.stop());

test('a backup of commit c8ecde66 is restored with every row of every table', () => {
  expect(said).toMatch(/^Restored 1312 rows of 75 tables/);
  for (const [name, rows] of former) {
    const columns = Object.keys(rows[0] ?? {}).filter((column) => !converted[name]?.includes(column));
    expect({ name, rows: textsOf(rowsOf(name), columns) }).toEqual({
      name,
      rows: textsOf(rows, columns),
    });
  }
});

test('every decision mail belongs to a period of the status that it announces', () => {
  const periods = restored.get('public.application_status_periods')!;
  const applications = restored.get('public.applications')!;
  const mails = former.get('public.application_mails')!.filter(({ kind }) => kind === 'review');
  expect(mails.length).toBeGreaterThan(30);
  for (const mail of mails) {
    const application = rowById(applications, mail['application_id']);
    const now = rowById(restored.get('private.mails')!, mail['id']);
    const period = periods.find(
      ({ application_id, n }) => application_id === application['id'] && n === now['period'],
    );
    const isCurrent = mail['is_former'] === 'f' && mail['about'] === application['status'];
    expect(period, `${mail['state']} ${mail['about']}`).toMatchObject({ status: mail['about'] });
    expect(application['current_period'] === now['period']).toBe(isCurrent);
    if (['due', 'held', 'sending'].includes(mail['state']!)) expect(isCurrent).toBe(true);
  }
});

test('a superseded mail has a reason, and a failed one keeps its error', () => {
  const reasons = { 'overtaken by another move': 'overtaken', 'withdrawn by the applicant': 'overtaken' };
  for (const mail of former.get('public.application_mails')!) {
    const error = mail['last_error'] ?? '';
    const reason = reasons[error as keyof typeof reasons] ?? null;
    expect(rowById(restored.get('private.mails')!, mail['id'])).toMatchObject({
      dropped_because: reason,
      last_error: reason ? null : mail['last_error'],
    });
  }
});

test('mails to members and about openings are in the queue', () => {
  const mails = restored.get('private.mails')!;
  for (const { id, user_id } of former.get('private.member_mails')!)
    expect(rowById(mails, id)).toMatchObject({ member_id: user_id });
  const requests = former.get('private.opening_requests')!.filter(({ kind }) => kind !== null);
  expect(requests.length).toBeGreaterThan(1);
  const columns = ['kind', 'due_at', 'claimed_at', 'attempts', 'last_error'];
  const ofOpenings = mails.filter((mail) => mail['opening_request_id'] !== null);
  expect(ofOpenings.map((mail) => mail['opening_request_id']).toSorted()).toEqual(
    requests.map((row) => row['id']).toSorted(),
  );
  expect(textsOf(ofOpenings, columns)).toEqual(textsOf(requests, columns));
});

test('the members sign in, open every application and move one, and cannot undo former moves', async () => {
  const server = await startServer({ env: { DATABASE_URL: postgres.url() } });
  try {
    const reviewer = await signIn(server, 'reviewer@sample.example', knownPassword.password);
    const ids = await server.sql<{ id: string; status: string; version: string }>(
      'select id, status, version from public.applications',
    );
    for (const { id, status } of ids) {
      const { row } = await reviewer.open(id);
      expect(row).toMatchObject({ id, status });
    }
    const { id, version } = ids.find(({ status }) => status === 'interview')!;
    const { batch_id, row } = await reviewer.move(id, 'accepted', {
      seen_version: Number(version),
    });
    expect(row).toMatchObject({ status: 'accepted' });
    expect(await reviewer.undo(batch_id)).toMatchObject({ restored: 1, kept: 0 });
    const [former] = await server.sql<{ id: string; changed: number }>(
      `select b.id, b.changed from public.review_batches b join auth.users u on u.id = b.actor
        where u.email = 'reviewer@sample.example' and b.change ? 'status' and b.undone_at is null and b.id <> $1 and b.changed > 0`,
      [batch_id],
    );
    expect(await reviewer.undo(former!.id)).toMatchObject({
      restored: 0,
      kept: former!.changed,
    });
  } finally {
    await server.stop();
  }
});

let postgres: TestPostgres;
let said: string;
let former: Map<string, Row[]>;
let restored: Map<string, Row[]>;

async function prepare(): Promise<void> {
  const folder = newDataFolder(afterAll);
  postgres = await startPostgres();
  const file = join(folder, 'former.backup');
  cpSync(fixture, file);
  const env = serverEnvironment({ DATA_DIR: join(folder, 'data'), DATABASE_URL: postgres.url() });
  said = await runCommand(env, 'restore', file);
  former = rowsOfBackup(file);
  restored = await rowsOfDatabase(postgres.url(), [
    ...former.keys(),
    'public.application_status_periods',
    'private.mails',
  ]);
}

/** Rows of every kind, made by commit c8ecde66. See the README next to it. */
const fixture = join(import.meta.dirname, '../fixtures/former/c8ecde66.backup');

/** The columns of former tables that this version writes in another way. */
const converted: Readonly<Record<string, readonly string[]>> = {
  'public.applications': ['first_answered_at', 'not_told', 'told_at'],
  'public.applicant_requests': ['from_status', 'from_times'],
  'public.application_mails': ['about', 'is_former', 'last_error'],
  'public.review_batch_items': ['version'],
  'private.member_mails': ['user_id'],
  'private.opening_requests': ['kind', 'due_at', 'claimed_at', 'attempts', 'last_error', 'put_off_since'],
};

/** Returns the restored rows of a former table. Mails of all kinds have one table now. */
function rowsOf(name: string): readonly Row[] {
  const owners: Readonly<Record<string, string>> = {
    'public.application_mails': 'application_id',
    'private.member_mails': 'member_id',
  };
  const owner = owners[name];
  return owner ? restored.get('private.mails')!.filter((row) => row[owner] !== null) : restored.get(name)!;
}

/** The rows as sorted text, with these columns alone. */
const textsOf = (rows: readonly Row[], columns: readonly string[]) =>
  rows.map((row) => JSON.stringify(columns.map((column) => row[column]))).toSorted();

const rowById = (rows: readonly Row[], id: string | null | undefined): Row =>
  rows.find((row) => row['id'] === id)!;
