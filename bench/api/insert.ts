import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { TestServer } from '../../tests/harness/server.ts';
import { HttpClient, requestHead } from '../support/http-client.ts';
import { type LoadResult, underLoad } from '../support/load.ts';
import { rounded } from '../support/numbers.ts';
import { cpuSeconds } from '../support/process-use.ts';
import { sampleApplication } from '../support/sample-application.ts';

const seconds = 6;

/** INSERT of an application over HTTP beside the same INSERT made by a program that holds the connections itself. */
export async function measureInserts(server: TestServer): Promise<object[]> {
  const figures: object[] = [];
  for (const clients of [1, 32, 128]) {
    const direct = await inProcess(server, clients);
    const { result: http, cpuMs } = await overHttp(server, clients);
    const ratio = rounded(http.perSecond / direct.perSecond);
    console.log(
      `  INSERT, ${clients} clients: ${http.perSecond}/s over HTTP (p99 ${http.p99Ms} ms, ${cpuMs} ms CPU each), ` +
        `${direct.perSecond}/s in-process, ratio ${ratio}`,
    );
    figures.push({ clients, ratio, http, inProcess: direct, serverCpuMsPerRequest: cpuMs });
  }
  return figures;
}

/** As the server does it: the visitor's role, sixteen connections, one prepared statement. */
async function inProcess(server: TestServer, clients: number): Promise<LoadResult> {
  const { databaseUrl } = JSON.parse(readFileSync(join(server.dataDir, 'server.json'), 'utf8'));
  const pool = new Pool({ connectionString: databaseUrl, max: 16, options: '-c role=anon' });
  const keys = Object.keys(sampleApplication());
  const text = `insert into public.applications (${keys.join(', ')}) values (${keys.map((_, at) => `$${at + 1}`).join(', ')})`;
  const result = await underLoad(clients, seconds, async () => {
    await pool.query({ name: 'insert', text, values: Object.values(sampleApplication()) });
  });
  await pool.end();
  return result;
}

async function overHttp(server: TestServer, clients: number): Promise<{ result: LoadResult; cpuMs: number }> {
  const connections = await Promise.all(Array.from({ length: clients }, () => HttpClient.open(server.url)));
  const head = requestHead('POST', `${server.url}/rest/v1/applications`, {
    apikey: server.publishableKey,
    'content-type': 'application/json',
    prefer: 'return=minimal',
  });
  const cpuBefore = cpuSeconds(server.pid);
  let requests = 0;
  const result = await underLoad(clients, seconds, async (client) => {
    requests++;
    const { status } = await connections[client]!.send(head, JSON.stringify(sampleApplication()));
    if (status !== 201) throw new Error(`an INSERT was answered with ${status}`);
  });
  const cpuMs = rounded(((cpuSeconds(server.pid) - cpuBefore) * 1000) / requests);
  for (const connection of connections) connection.close();
  return { result, cpuMs };
}
