import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startSmtp } from '@solostead/server-testkit/mail/smtp';
import { startServer, type TestServer } from '../../tests/harness/servers/server.ts';
import { cpuSecondsOfTree, descriptorsOf, memoryOfTreeMiB } from '../support/process-use.ts';
import { type Day, exportPage, type Journey, journeys, reviewerToken } from './journeys.ts';
import { Recorder, type Resource } from './recorder.ts';

/** The maximum of concurrent journeys. One more fails, because the rate is not kept then. */
const MAX_CONCURRENT = 40;
/** The database size that an application may take with its mails, history, sessions and access log, about twice what it does. */
const MIB_PER_APPLICATION = 0.016;

/** Runs a day's work for a number of seconds, or until the signal. */
export async function soak(seconds: number, rate: number, signal: AbortSignal) {
  const folder = mkdtempSync(join(tmpdir(), 'solostead-soak-'));
  const smtp = await startSmtp();
  // As npm start sets it.
  const env = { SMTP_URL: smtp.url, MALLOC_ARENA_MAX: '2' };
  const server = await startServer({ keepsLog: false, isDetached: true, site: true, env });
  const backup = async () => {
    const file = join(folder, 'soak.backup');
    await server.command('backup', file);
    if (statSync(file).size === 0) throw new Error('the backup is empty');
    rmSync(file);
  };
  try {
    const email = 'reviewer@lab.example';
    const { password } = await server.addAdmin(email);
    const begun = performance.now();
    const recorder = new Recorder(() => (performance.now() - begun) / 1000);
    const who = { email, password };
    const day = { server, smtp, recorder, who, token: reviewerToken(server, who) };
    const over = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
    /** Repeats work until the signal. A short run does each a few times too. */
    const repeat = (everySeconds: number, name: string, work: () => Promise<unknown>) =>
      every(Math.min(everySeconds, seconds / 4), over, () => recorder.timed(name, work).catch(() => {}));
    await Promise.all([
      every(Math.min(60, Math.max(2, seconds / 60)), over, sampler(server, recorder)),
      keepPace(day, rate, over),
      repeat(60, 'export', () => exportPage(day)),
      repeat(300, 'backup', backup),
      repeat(600, 'retention', () => server.command('retention')),
    ]);
    const { requests, failures } = recorder;
    return { seconds: recorder.elapsed(), requests, failures, measures: recorder.measures() };
  } finally {
    await server.stop();
    await smtp.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Repeats work after each pause until the signal. */
async function every(seconds: number, signal: AbortSignal, work: () => unknown): Promise<void> {
  while (await pause(seconds * 1000, true, { signal }).catch(() => false)) await work();
}

/** Returns a function that records the use of resources and prints a line about it. */
function sampler(server: TestServer, recorder: Recorder): () => Promise<void> {
  let [cpuSeconds, requests] = [cpuSecondsOfTree(server.pid), 0];
  return async () => {
    const before = { cpuSeconds, requests };
    [cpuSeconds, requests] = [cpuSecondsOfTree(server.pid), recorder.requests];
    const sent = requests - before.requests;
    const [row] = await server.sql<Record<'connections' | 'database' | 'wal' | 'applications', string>>(
      `select (select count(*) from pg_stat_activity where backend_type = 'client backend') connections,
            pg_database_size(current_database()) / 1048576.0 database,
            (select sum(size) from pg_ls_waldir()) / 1048576.0 wal,
            (select count(*) from public.applications) applications`,
    );
    const values: Readonly<Record<Resource, number | null>> = {
      'processor of a request (ms)': sent > 0 ? ((cpuSeconds - before.cpuSeconds) * 1000) / sent : null,
      'memory (PSS, MiB)': memoryOfTreeMiB(server.pid),
      'descriptors of the server': descriptorsOf(server.pid),
      // Of the server and commands to the database.
      connections: Number(row!.connections),
      'database without applications (MiB)':
        Number(row!.database) - Number(row!.applications) * MIB_PER_APPLICATION,
      'write-ahead log (MiB)': Number(row!.wal),
    };
    for (const [name, value] of Object.entries(values)) if (value !== null) recorder.add(name, value);
    console.log(
      `  ${recorder.elapsed().toFixed(0)} s: ${requests} requests, ${recorder.failures} failed, ${row!.applications} applications, ` +
        `${values['memory (PSS, MiB)']} MiB, ${row!.connections} connections`,
    );
  };
}

/** Starts journeys until the signal, so that `rate` requests a second are sent on average, and waits for their end. */
async function keepPace(day: Day, rate: number, signal: AbortSignal): Promise<void> {
  const requestsEach = journeys.reduce((sum, { share, requests }) => sum + (share / 100) * requests, 0);
  const inProgress = new Set<Promise<void>>();
  await every(requestsEach / rate, signal, () => {
    const isLate = inProgress.size >= MAX_CONCURRENT;
    const late = () => Promise.reject(new Error('left out, because too many were running'));
    const { go } = chosen(Math.random() * 100);
    const journey: Promise<void> = (isLate ? day.recorder.timed('a journey', late) : go(day))
      // Its failure is in the recorder.
      .catch(() => {})
      .finally(() => inProgress.delete(journey));
    inProgress.add(journey);
  });
  await Promise.all(inProgress);
}

/** Returns the journey at a place from 0 to 100, by the journeys' shares. */
function chosen(place: number): Journey {
  let upTo = 0;
  return journeys.find(({ share }) => (upTo += share) > place) ?? journeys[0]!;
}
