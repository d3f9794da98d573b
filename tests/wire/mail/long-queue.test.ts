import { Client } from 'pg';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { expect, type TestServer, testStarting } from '../../harness/fixtures.ts';

const test = testStarting({ env: { SMTP_URL: 'smtp://127.0.0.1:9' } });

test('a claim of three mails reads a few pages however many mails wait, and takes the earliest due first', ({
  server,
}) =>
  withQueue(server, 'row_number() over ()', async (client) => {
    expect(await pagesOf(client, 'select private.claim_due_mails(3)')).toBeLessThan(500);
    const claimed = await client.query(
      `select extract(epoch from now() - due_at)::integer as seconds
         from private.mails where state = 'sending' order by 1`,
    );
    expect(claimed.rows.map(({ seconds }) => seconds)).toEqual(
      Array.from({ length: 6 }, (_, index) => WAITING - 5 + index),
    );
  }));

test.for(['claim_due_mails(3)', 'seconds_to_next_mail()'])(
  '%s stops reading at the first mail that is not due yet',
  (call, { server }) =>
    withQueue(server, '-3600 - row_number() over ()', async (client) => {
      const read = async () => {
        const { rows } = await client.query(
          `select idx_tup_fetch + seq_tup_read as count
             from pg_stat_xact_user_tables where relid = 'private.mails'::regclass`,
        );
        return Number(rows[0].count);
      };
      const before = await read();
      await client.query(`select private.${call}`);
      expect((await read()) - before).toBeLessThan(5);
    }),
);

const WAITING = 300;

/** Runs a function with many mails in the queue, each due `secondsAgo` seconds ago, and rolls back. */
async function withQueue(server: TestServer, secondsAgo: string, use: (client: Client) => Promise<void>) {
  await server.sql('delete from public.applications');
  await server.sql(
    `insert into public.applications (name, email, sectors, ${questionColumns})
     select 'Amber Sample', 'sample-' || n || '@builders.example', 'music', ${answersYes} from generate_series(1, $1::integer) n`,
    [WAITING],
  );
  await server.sql('analyze');
  const client = new Client({ connectionString: server.databaseUrl });
  await client.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into private.mails (application_id, kind, due_at)
       select a.id, 'confirmation', now() - make_interval(secs => ${secondsAgo})
         from public.applications a`,
    );
    await use(client);
  } finally {
    await client.query('rollback');
    await client.end();
  }
}

/** Returns the number of pages a statement reads. The first of a session also reads the catalogue. */
async function pagesOf(client: Client, statement: string): Promise<number> {
  const explain = () => client.query(`explain (analyze, buffers, format json) ${statement}`);
  await explain();
  const { rows } = await explain();
  return rows[0]['QUERY PLAN'][0]['Plan']['Shared Hit Blocks'];
}
