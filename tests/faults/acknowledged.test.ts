import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { numberedApplication, submitApplication } from '../harness/applications.ts';
import { makeTestFolder } from '../../server/tests/harness/databases/fresh-data.ts';
import { freePort } from '../../server/tests/harness/servers/free-port.ts';
import { eventually } from '../../server/tests/harness/servers/processes.ts';
import { putMigratedData, startServer, type TestServer } from '../harness/servers/server.ts';

beforeAll(prepare);

afterAll(cleanUp);

test('no acknowledged application is lost or doubled while the server is killed at random moments', async () => {
  const applicants = startApplicants('server');
  const recoveries: number[] = [];
  while (applicants.acknowledged.size < 400 || recoveries.length < 5) {
    await pause(100 + Math.random() * 900);
    await server.kill();
    const killed = Date.now();
    server = await start();
    recoveries.push(Date.now() - killed);
    await progress(applicants, 40);
  }
  await expectAllKept(await applicants.finish(), 'server killed', recoveries);
});

test('no acknowledged application is lost or doubled while PostgreSQL is killed at random moments', async () => {
  const applicants = startApplicants('postgres');
  const recoveries: number[] = [];
  while (applicants.acknowledged.size < 1000 || recoveries.length < 5) {
    await pause(100 + Math.random() * 900);
    process.kill(postmaster(), 'SIGKILL');
    const killed = Date.now();
    await eventually(async () => (await fetch(`${server.url}/health/ready`)).status === 200);
    recoveries.push(Date.now() - killed);
    await progress(applicants, 40);
  }
  await expectAllKept(await applicants.finish(), 'PostgreSQL killed', recoveries);
});

let dataDir: string;
let port: string;
let server: TestServer;

async function prepare(): Promise<void> {
  dataDir = makeTestFolder('solostead-faults-');
  await putMigratedData(dataDir);
  port = String(await freePort());
  server = await start();
}

async function cleanUp(): Promise<void> {
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** Eight people who submit one application after the other, and each again until it is acknowledged. */
function startApplicants(series: string) {
  const acknowledged = new Set<string>();
  const figures = { requests: 0, unanswered: 0 };
  const unexpected: string[] = [];
  const state = { isOver: false };
  let next = 0;
  const person = async (): Promise<void> => {
    while (!state.isOver) {
      const application = numberedApplication(`${series}-${next++}`);
      while (!(await isAcknowledged(application))) await pause(20);
      acknowledged.add(application.email);
    }
  };
  const isAcknowledged = async (application: ReturnType<typeof numberedApplication>): Promise<boolean> => {
    figures.requests += 1;
    const response = await submitApplication(server, application).catch(() => null);
    const body = await response?.text().catch(() => '');
    // 409 means that an attempt which got no answer was kept all the same.
    if (response?.status === 201 || response?.status === 409) return true;
    figures.unanswered += 1;
    if (response && response.status !== 503) unexpected.push(`${response.status} ${body}`);
    return false;
  };
  const people = Array.from({ length: 8 }, person);
  const finish = async () => {
    state.isOver = true;
    await Promise.all(people);
    return { series, acknowledged, figures, unexpected };
  };
  return { acknowledged, finish };
}

/** Waits until this many more applications are acknowledged, so that every kill meets a working server. */
async function progress({ acknowledged }: { acknowledged: Set<string> }, count: number): Promise<void> {
  const enough = acknowledged.size + count;
  await eventually(() => acknowledged.size >= enough, 30);
}

async function expectAllKept(
  {
    series,
    acknowledged,
    figures,
    unexpected,
  }: Awaited<ReturnType<ReturnType<typeof startApplicants>['finish']>>,
  title: string,
  recoveries: number[],
): Promise<void> {
  const rows = await server.sql<{ email: string }>(
    `select email from public.applications where email like $1`,
    [`builder-${series}-%`],
  );
  const kept = new Set(rows.map(({ email }) => email));
  const lost = [...acknowledged].filter((email) => !kept.has(email));
  console.log(
    `${title} ${recoveries.length} times: ${figures.requests} requests, ${figures.unanswered} unanswered, ` +
      `${acknowledged.size} acknowledged, ${lost.length} lost, ${rows.length - kept.size} doubled, ` +
      `back within ${Math.max(...recoveries)} ms`,
  );
  expect(lost).toEqual([]);
  expect(rows.length).toBe(acknowledged.size);
  expect(unexpected).toEqual([]);
}

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

const start = () => startServer({ dataDir, env: { PORT: port } });
