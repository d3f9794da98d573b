import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { expect, testStarting } from '../../harness/fixtures.ts';

const test = testStarting({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });

test('a claim of three mails reads a few pages however many mails wait, and takes the earliest due first', async ({
  server,
}) => {
  await server.sql(
    `insert into public.applications (name, email, sectors, ${questionColumns})
     select 'Amber Sample', 'sample-' || n || '@builders.example', 'music', ${answersYes} from generate_series(1, $1::integer) n`,
    [WAITING],
  );
  await server.sql('analyze');
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  await client.query(
    `insert into private.mails (application_id, kind, due_at)
     select id, 'confirmation', now() - make_interval(secs => row_number() over ()) from public.applications`,
  );
  const explain = () =>
    client.query('explain (analyze, buffers, format json) select private.claim_due_mails(3)');
  // The first statement of a session also reads the catalogue.
  await explain();
  const { rows } = await explain();
  expect(rows[0]['QUERY PLAN'][0]['Plan']['Shared Hit Blocks']).toBeLessThan(500);
  const claimed = await client.query(
    `select extract(epoch from now() - due_at)::integer as seconds
       from private.mails where state = 'sending' order by 1`,
  );
  expect(claimed.rows.map(({ seconds }) => seconds)).toEqual(
    Array.from({ length: 6 }, (_, index) => WAITING - 5 + index),
  );
  await client.query('rollback');
});

const WAITING = 300;
