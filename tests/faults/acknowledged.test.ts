import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { eventually } from '@solostead/server-testkit/servers/processes';
import { putMigratedData, startServer, type TestServer } from '../harness/servers/server.ts';
import { expectStored, type Load, underLoad } from './load.ts';

const dataDir = newDataFolder(afterAll);
beforeAll(prepare);

afterAll(() => server?.stop());

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

let port: string;
let server: TestServer;

async function prepare(): Promise<void> {
  await putMigratedData(dataDir);
  port = String(await freePort());
  server = await start();
}

/** Kills three times while eight people apply. Every kill meets a server that has just accepted applications. */
async function survive(name: string, killAndRecover: () => Promise<void>): Promise<void> {
  const disturb = async ({ emails }: Load) => {
    for (let kill = 0; kill < 3; kill += 1) {
      await pause(100 + Math.random() * 900);
      await killAndRecover();
      const enough = emails.length + 40;
      await eventually(() => emails.length >= enough);
    }
  };
  const load = await underLoad(server.url, { name, people: 8, disturb });
  await expectStored(server, load);
  expect(load.refusals.filter(({ status }) => status !== null && status !== 503)).toEqual([]);
}

function postmaster(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

const start = () => startServer({ dataDir, env: { PORT: port } });
