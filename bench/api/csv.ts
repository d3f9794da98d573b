import type { TestServer } from '../../tests/harness/servers/server.ts';
import { rounded } from '../support/numbers.ts';
import { residentMiB } from '../support/process-use.ts';

const ROWS = 100_000;

/** Takes 100,000 applications as CSV and watches the server's memory while they come. */
export async function measureCsv(server: TestServer): Promise<object> {
  await server.sql(`alter role authenticator set pgrst.db_max_rows = '${ROWS}'`);
  await server.sql("notify pgrst, 'reload config'");
  // A part of it before: what the engine's heap grows to by itself is not what a longer stream takes.
  await download(server, ROWS / 2);
  const before = residentMiB(server.pid);
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, residentMiB(server.pid))), 20);
  const begun = performance.now();
  const { bytes, lines } = await download(server, ROWS);
  const seconds = rounded((performance.now() - begun) / 1000);
  clearInterval(watch);
  const megabytes = rounded(bytes / 1e6);
  console.log(
    `  CSV of ${lines} rows: ${megabytes} MB in ${seconds} s; the server held ${before} MiB before, ${peak} at most`,
  );
  return { rows: lines, megabytes, seconds, residentMiBBefore: before, residentMiBPeak: peak };
}

async function download(server: TestServer, limit: number): Promise<{ bytes: number; lines: number }> {
  const response = await fetch(
    `${server.url}/rest/v1/applications?select=*&order=created_at&limit=${limit}`,
    {
      headers: { apikey: server.secretKey, accept: 'text/csv' },
    },
  );
  if (!response.ok) throw new Error(`CSV was answered with ${response.status}: ${await response.text()}`);
  let bytes = 0;
  let lines = 0;
  for await (const chunk of response.body!) {
    bytes += chunk.length;
    for (const byte of chunk) if (byte === 10) lines++;
  }
  return { bytes, lines };
}
