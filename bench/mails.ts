import { setTimeout as pause } from 'node:timers/promises';
import { sampleApplication, visitor } from '../tests/harness/applicant.ts';
import { startServer, type TestServer } from '../tests/harness/servers/server.ts';
import { medians } from './support/numbers.ts';
import { measureUse } from './support/process-use.ts';
import { type SmtpSink, startSmtpSink } from './support/smtp-sink.ts';

export const TITLE = 'confirmation mails a second, over few and over many connections to a mail server';

const LATENCY_MS = 20;
const MAILS = 400;
const ROUNDS = 3;
const settings = { few: '5', many: '20' } as const;

/** Measures one copy that sends to a mail server with answers of 20 ms. The mails wait in the queue at the start. */
export async function measure(): Promise<object> {
  const figures: Record<string, object> = {};
  for (const [name, connections] of Object.entries(settings)) {
    const result = medians(await measureWith(connections));
    figures[name] = result;
    console.log(
      `  ${connections} connections: ${result.perSecond} mails/s, ${result.serverMs} ms of the server and ` +
        `${result.postgresMs} ms of PostgreSQL each`,
    );
  }
  return { latencyMs: LATENCY_MS, mails: MAILS, ...figures };
}

async function measureWith(connections: string) {
  const sink = await startSmtpSink(LATENCY_MS);
  const server = await startServer({
    keepsLog: false,
    env: { SMTP_URL: sink.url, SMTP_CONNECTIONS: connections },
  });
  try {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await sendAll(server, sink));
    return rounds;
  } finally {
    await server.stop();
    sink.stop();
  }
}

async function sendAll(server: TestServer, sink: SmtpSink) {
  const page = visitor(server);
  await server.sql('delete from public.applications');
  for (let sent = 0; sent < MAILS; sent += 20) {
    await Promise.all(Array.from({ length: 20 }, () => page.apply(sampleApplication())));
  }
  await server.sql('analyze');
  const useOf = measureUse(server.pid);
  const before = sink.accepted;
  const begun = performance.now();
  await server.sql(
    `insert into private.messages (application_id, kind) select id, 'confirmation' from public.applications`,
  );
  await server.sql(`select pg_notify('mails', '')`);
  while (sink.accepted < before + MAILS) await pause(1);
  const seconds = (performance.now() - begun) / 1000;
  const unfinished = () => server.sql(`select from private.messages where state <> 'sent'`);
  while ((await unfinished()).length > 0) await pause(50);
  return { perSecond: MAILS / seconds, ...useOf(MAILS) };
}
