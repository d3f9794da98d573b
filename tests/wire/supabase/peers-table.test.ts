import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeSchema } from '../../../bench/peers/schema.ts';
import { startPostgres, type TestPostgres } from '../../harness/databases/postgres.ts';

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
    `insert into public.applications (name, email, sectors, q1, q2, q3, q4, q5, q6, q7)
     values ('Sample', 'no address', 'tools', true, true, true, true, true, true, true)`,
  );
  await expect(applied).rejects.toMatchObject({ constraint: 'applications_email_check' });
});
