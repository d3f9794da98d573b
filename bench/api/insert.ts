import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import type { TestServer } from '../../tests/harness/servers/server.ts';
import { HttpClient, requestHead } from '../support/http-client.ts';
import { type LoadResult, underLoad } from '../support/load.ts';
import { median, rounded } from '../support/numbers.ts';
import { cpuSeconds, cpuSecondsOfTree } from '../support/process-use.ts';
import { sampleApplication } from '../../tests/harness/applicant.ts';

interface Turn {
  readonly direct: LoadResult;
  readonly http: LoadResult;
  readonly cpuMs: number;
  /** Processor time of everyone involved, in-process against HTTP: hardly touched by what else the machine does. */
  readonly processorRatio: number;
}

const ROUNDS = 5;
const SECONDS = 2;

/**
 * INSERT of an application over HTTP beside the same INSERT made by a program that holds the connections itself. Both
 * take turns, so that other load of the machine meets both; the ratio is the median of the rounds'.
 */
export async function measureInserts(server: TestServer): Promise<object[]> {
  const figures: object[] = [];
  for (const clients of [1, 32, 128]) {
    const turns: Turn[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const direct = await costing(server, () => inProcess(server, clients));
      const { http, cpuMs, ...cost } = await costing(server, () => overHttp(server, clients));
      const processorRatio = direct.processorMs / cost.processorMs;
      turns.push({ direct: direct.direct, http, cpuMs, processorRatio });
    }
    const middle = (figure: (turn: Turn) => number) => rounded(median(turns.map(figure)));
    const figure = {
      clients,
      ratio: middle(({ direct, http }) => http.perSecond / direct.perSecond),
      processorRatio: middle((turn) => turn.processorRatio),
      overHttp: {
        perSecond: middle(({ http }) => http.perSecond),
        p50Ms: middle(({ http }) => http.p50Ms),
        p99Ms: middle(({ http }) => http.p99Ms),
        serverCpuMsPerRequest: middle(({ cpuMs }) => cpuMs),
      },
      inProcess: {
        perSecond: middle(({ direct }) => direct.perSecond),
        p50Ms: middle(({ direct }) => direct.p50Ms),
        p99Ms: middle(({ direct }) => direct.p99Ms),
      },
    };
    const { ratio, processorRatio, overHttp: http, inProcess: direct } = figure;
    console.log(
      `  INSERT, ${clients} clients: ${http.perSecond}/s over HTTP (p99 ${http.p99Ms} ms, ` +
        `${http.serverCpuMsPerRequest} ms of the server's processor each), ` +
        `${direct.perSecond}/s in-process, ratio ${ratio} (by processor time ${processorRatio})`,
    );
    figures.push(figure);
  }
  return figures;
}

/** Adds what one request cost in processor time: this process, the server and PostgreSQL together. */
async function costing<Measured extends { requests: number }>(
  server: TestServer,
  work: () => Promise<Measured>,
): Promise<Measured & { processorMs: number }> {
  const used = () => cpuSecondsOfTree(server.pid) + cpuSeconds(process.pid);
  const before = used();
  const measured = await work();
  return { ...measured, processorMs: ((used() - before) * 1000) / measured.requests };
}

/** As the server does it: the visitor's role, sixteen connections, one prepared statement. */
async function inProcess(
  server: TestServer,
  clients: number,
): Promise<{ direct: LoadResult; requests: number }> {
  const { databaseUrl } = JSON.parse(readFileSync(join(server.dataDir, 'server.json'), 'utf8'));
  const pool = new Pool({ connectionString: databaseUrl, max: 16, options: '-c role=anon' });
  const keys = Object.keys(sampleApplication());
  const text = `insert into public.applications (${keys.join(', ')}) values (${keys.map((_, at) => `$${at + 1}`).join(', ')})`;
  let requests = 0;
  const direct = await underLoad(clients, SECONDS, async () => {
    requests++;
    await pool.query({ name: 'insert', text, values: Object.values(sampleApplication()) });
  });
  await pool.end();
  return { direct, requests };
}

async function overHttp(
  server: TestServer,
  clients: number,
): Promise<{ http: LoadResult; cpuMs: number; requests: number }> {
  const connections = await Promise.all(Array.from({ length: clients }, () => HttpClient.open(server.url)));
  const head = requestHead('POST', `${server.url}/rest/v1/applications`, {
    apikey: server.publishableKey,
    'content-type': 'application/json',
    prefer: 'return=minimal',
  });
  const cpuBefore = cpuSeconds(server.pid);
  let requests = 0;
  const http = await underLoad(clients, SECONDS, async (client) => {
    requests++;
    const { status } = await connections[client]!.send(head, JSON.stringify(sampleApplication()));
    if (status !== 201) throw new Error(`an INSERT was answered with ${status}`);
  });
  const cpuMs = rounded(((cpuSeconds(server.pid) - cpuBefore) * 1000) / requests);
  for (const connection of connections) connection.close();
  return { http, cpuMs, requests };
}
