import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import { eventually } from '../../server/tests/harness/servers/processes.ts';
import { startMigratedPostgres, startServer, type TestServer } from '../harness/servers/server.ts';
import { postJson } from '../../server/tests/harness/network/post-json.ts';

test('a full disk loses no acknowledged application, and work continues automatically once there is room', async ({
  skip,
}) => {
  const disk = smallDisk() ?? skip('only root may mount a small disk');
  onTestFinished(() => {
    execFileSync('umount', ['-l', disk]);
    rmSync(disk, { recursive: true });
  });
  const server = await startServer({ dataDir: join(disk, 'data') });
  onTestFinished(() => server.stop());
  const { password } = await server.addAdmin('admin@sample.example');
  const acknowledged: string[] = [];
  const apply = async (name: string): Promise<number> => {
    const application = numberedApplication(name);
    const response = await submitApplication(server, application);
    await response.arrayBuffer();
    if (response.status === 201) acknowledged.push(application.email);
    return response.status;
  };
  for (let number = 0; number < 50; number++) await apply(`roomy-${number}`);

  fill(join(disk, 'filler'));
  const statuses: number[] = [];
  // Until the space that PostgreSQL has set aside for itself is used up as well.
  for (let number = 0; number < 4000 && statuses.filter((status) => status >= 500).length < 20; number += 8) {
    const names = Array.from({ length: 8 }, (_, place) => `full-${number + place}`);
    statuses.push(...(await Promise.all(names.map(apply))));
  }
  expect(new Set(statuses)).toEqual(new Set([201, 503]));
  // The caller gets an error without names of files. The log and the metrics name the disk.
  const refused = await Promise.all(callers(server, password));
  expect(refused.map(({ what, status }) => [what, status])).toEqual([
    ['apply', 503],
    ['sign in', 503],
  ]);
  expect(refused.filter(({ text }) => /file|base\/|extend|space|disk/i.test(text))).toEqual([]);
  await eventually(async () => (await fetch(`${server.url}/health/ready`)).status === 503);
  expect(await (await fetch(`${server.url}/health/ready`)).json()).toEqual({
    status: 'the disk has no room',
  });
  const command = await server.command('seed', '5000').catch((error: { stderr: string }) => error);
  expect(command).toMatchObject({
    stderr: "There is no room left on the database's disk: make some, then try again.\n",
  });
  expect((await fetch(`${server.url}/health/live`)).status).toBe(200);

  rmSync(join(disk, 'filler'));
  const freed = Date.now();
  await eventually(async () => (await apply(`again-${crypto.randomUUID()}`)) === 201);
  const recovered = Date.now() - freed;
  const lost = await missing(server, acknowledged);
  console.log(
    `disk full: ${statuses.length + 51} requests, ${acknowledged.length} acknowledged, ${lost.length} lost, ` +
      `working again ${recovered} ms after there was room`,
  );
  expect(lost).toEqual([]);
});

test('a request for a confirmation mail is answered 502 while the database is away', async () => {
  const postgres = await startMigratedPostgres();
  onTestFinished(() => postgres.stop());
  const server = await startServer({ env: { DATABASE_URL: postgres.url() } });
  onTestFinished(() => server.stop());
  const ask = () =>
    postJson(server, '/functions/v1/send-confirmation-email', { email: 'builder-a@sample.example' });
  expect((await ask()).status).toBe(200);
  await postgres.kill();
  const refused = await ask();
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([502, '5']);
});

interface Refused {
  readonly what: string;
  readonly status: number;
  readonly text: string;
}

/** An applicant, and an admin who signs in. */
function callers(server: TestServer, password: string): Promise<Refused>[] {
  const ask = async (what: string, path: string, body: object): Promise<Refused> => {
    const response = await postJson(server, path, body);
    return { what, status: response.status, text: await response.text() };
  };
  const application = numberedApplication(crypto.randomUUID());
  return [
    ask('apply', '/rest/v1/applications', application),
    ask('sign in', '/auth/v1/token?grant_type=password', { email: 'admin@sample.example', password }),
  ];
}

async function missing(server: TestServer, emails: readonly string[]): Promise<string[]> {
  const rows = await server.sql<{ email: string }>('select email from public.applications');
  const kept = new Set(rows.map(({ email }) => email));
  return emails.filter((email) => !kept.has(email));
}

/** Writes until there is no room for another byte. */
function fill(path: string): void {
  for (const size of [1_000_000, 10_000, 100]) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // It is full for pieces of this size.
    }
  }
}

/** Creates a small file system where this user may, or returns null. */
function smallDisk(): string | null {
  const directory = mkdtempSync(join(tmpdir(), 'solostead-small-'));
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=150m,mode=755', 'tmpfs', directory]);
  if (status === 0) return directory;
  rmSync(directory, { recursive: true });
  return null;
}
