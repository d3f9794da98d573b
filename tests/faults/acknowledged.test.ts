import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTestFolder } from '../../server/tests/harness/databases/fresh-data.ts';
import { freePort } from '../../server/tests/harness/network/free-port.ts';
import { eventually } from '../../server/tests/harness/servers/processes.ts';
import { putMigratedData, startServer, type TestServer } from '../harness/servers/server.ts';
import { expectKept, type Load, underLoad } from './load.ts';

beforeAll(prepare);

afterAll(cleanUp);

test('no acknowledged application is lost or doubled while the server is killed at random moments', () =>
  survive('server', async () => {
    await server.kill();
    server = await start();
  }));

test('no acknowledged application is lost or doubled while PostgreSQL is killed at random moments', () =>
  survive('PostgreSQL', async () => {
    process.kill(postmaster(), 'SIGKILL');
    await eventually(async () => (await fetch(`${server.url}/health/ready`)).status === 200);
  }));

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

/** Kills three times while eight people apply. Every kill meets a server that has just accepted applications. */
async function survive(name: string, killAndRecover: () => Promise<void>): Promise<void> {
  const recoveries: number[] = [];
  const disturb = async ({ acknowledged }: Load) => {
    while (recoveries.length < 3) {
      await pause(100 + Math.random() * 900);
      const killed = Date.now();
      await killAndRecover();
      recoveries.push(Date.now() - killed);
      const enough = acknowledged.length + 40;
      await eventually(() => acknowledged.length >= enough);
    }
  };
  const load = await underLoad(server.url, { name, people: 8, disturb });
  await expectKept(server, `${name} killed, back within ${Math.max(...recoveries)} ms`, load);
  expect(load.refusals.filter(({ status }) => status !== null && status !== 503)).toEqual([]);
}

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

const start = () => startServer({ dataDir, env: { PORT: port } });
