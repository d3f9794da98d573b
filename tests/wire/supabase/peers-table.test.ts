import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeSchema } from '../../../bench/peers/schema.ts';
import { answersYes, questionColumns } from '../../harness/answered-questions.ts';
import { startPostgres, type TestPostgres } from '../../../server/tests/harness/databases/postgres.ts';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres?.stop());

test('creates the table that the benchmark compares with a peer, with the rules of applications', async () => {
  await postgres.sql(
    `create role anon; create role authenticated; create role service_role; ${wholeSchema()}`,
  );
  const applied = postgres.sql(
    `insert into public.applications (name, email, sectors, ${questionColumns})
     values ('Sample', 'no address', 'tools', ${answersYes})`,
  );
  await expect(applied).rejects.toMatchObject({ constraint: 'applications_email_check' });
});
