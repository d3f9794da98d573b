import { Agent } from 'node:https';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { newDataFolder } from '@solostead/server-testkit/new-folder';
import { needs } from '@solostead/server-testkit/needs';
import { freePort } from '@solostead/server-testkit/network/free-port';
import { startPostgres, type TestPostgres } from '@solostead/server-testkit/databases/postgres';
import { testKeys } from '@solostead/server-testkit/servers/keys';
import { sampleApplication } from '../harness/applicant.ts';
import { askProxy } from '../harness/network/ask-proxy.ts';
import { canRun, proxyNames, startDeployed } from '../harness/network/deployed-proxies.ts';
import { startServer, type TestServer } from '../harness/servers/server.ts';

describe('a rolling restart of two copies, as docs/operating.md describes it', { timeout: 400_000 }, () => {
  const folder = newDataFolder(afterAll);
  let postgres: TestPostgres;
  let ports: number[];
  let copies: TestServer[];

  beforeAll(async () => {
    postgres = await startPostgres();
    ports = [await freePort(), await freePort()];
    copies = await Promise.all(ports.map(startCopy));
  });
  afterAll(async () => {
    await Promise.all(copies?.map((copy) => copy.stop()) ?? []);
    await postgres?.stop();
  });

  const startCopy = (port: number) =>
    startServer({
      dataDir: join(folder, String(port)),
      site: true,
      env: {
        DATABASE_URL: postgres.url(),
        PORT: String(port),
        TRUSTED_PROXIES: '127.0.0.1',
        SITE_URL: 'https://example.org',
        MAIL: 'capture',
      },
    });

  for (const name of proxyNames)
    test(
      `fails no request behind the example for ${name}`,
      needs(canRun(name), `no ${name} here`),
      async () => {
        const { https } = await startDeployed(name, ports);
        const isReady = async () => (await askProxy(https, { path: '/health/ready' }))?.status;
        await expect.poll(isReady).toBe(200);
        const load = startLoad(https);
        for (const turn of [0, 1, 0, 1]) {
          await copies[turn]!.stop();
          copies[turn] = await startCopy(ports[turn]!);
          await pause(2000);
        }
        const statuses = await load.end();
        expect([...statuses].map(([path, found]) => [path, [...found]])).toEqual([
          ['/', [200]],
          ['/auth/v1/settings', [200]],
          ['/rest/v1/applications', [201]],
        ]);
      },
    );
});

/** Lets visitors open pages and apply without a pause between their requests. */
function startLoad(port: number) {
  const statuses = new Map<string, Set<number | undefined>>();
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => agent.destroy());
  let isOver = false;
  const headers = { apikey: testKeys.publishable, 'content-type': 'application/json' };
  const repeat = async (path: string, body?: () => string) => {
    statuses.set(path, statuses.get(path) ?? new Set());
    while (!isOver) {
      const method = body ? 'POST' : 'GET';
      const answer = await askProxy(port, { path, method, headers, agent, ...(body && { body: body() }) });
      statuses.get(path)!.add(answer?.status);
      await pause(5);
    }
  };
  const application = () => JSON.stringify(sampleApplication());
  const visitors = [
    ...Array.from({ length: 4 }, () => repeat('/')),
    ...Array.from({ length: 2 }, () => repeat('/auth/v1/settings')),
    ...Array.from({ length: 4 }, () => repeat('/rest/v1/applications', application)),
  ];
  return {
    /** Returns the statuses of each path after the requests under way. */
    end: async () => {
      isOver = true;
      await Promise.all(visitors);
      return statuses;
    },
  };
}
