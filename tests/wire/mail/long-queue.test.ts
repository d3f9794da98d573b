import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleApplication, visitor } from '../../harness/applicant.ts';
import { startServer, type TestServer } from '../../harness/servers/server.ts';

const WAITING = 300;
let server: TestServer;

beforeAll(async () => {
  // Its own, which sends nothing: a mail server that is not there.
  server = await startServer({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });
});
afterAll(() => server.stop());

test('a claim of three mails reads a few pages however many mails wait, and takes those that are due first', async () => {
  const page = visitor(server);
  for (let made = 0; made < WAITING; made += 20)
    await Promise.all(Array.from({ length: 20 }, () => page.apply(sampleApplication())));
  await server.sql('analyze');
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into public.application_mails (application_id, kind, due_at)
       select a.id, 'confirmation', now() - make_interval(secs => row_number() over ())
         from public.applications a`,
    );
    const claim = () =>
      client.query('explain (analyze, buffers, format json) select public.claim_due_mails(3)');
    // The first of a session reads the catalogue too.
    await claim();
    const { rows } = await claim();
    expect(rows[0]['QUERY PLAN'][0]['Plan']['Shared Hit Blocks']).toBeLessThan(500);
    const claimed = await client.query(
      `select extract(epoch from now() - due_at)::integer as seconds
         from public.application_mails where state = 'sending' order by 1`,
    );
    expect(claimed.rows.map(({ seconds }) => seconds)).toEqual(
      Array.from({ length: 6 }, (_, index) => WAITING - 5 + index),
    );
  } finally {
    await client.query('rollback');
    await client.end();
  }
});
