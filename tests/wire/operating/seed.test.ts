import { makeApplication } from '../../harness/member.ts';
import { expect, test } from '../../harness/fixtures.ts';

test('seed adds samples after some were erased, and removes no applicant', async ({ server }) => {
  const numbers = () =>
    server.value(`select string_agg(right(linkedin_profile, 1), '' order by linkedin_profile)
      from public.applications where linkedin_profile like 'sample-builder-0%'`);
  await makeApplication(server, 'builder-jane');
  await server.command('seed', '3');
  await server.sql(`delete from public.applications where linkedin_profile < 'sample-builder-0000003'`);
  await server.command('seed', '2');
  expect(await numbers()).toBe('345');
  expect(await server.command('seed', 'remove')).toBe('3 sample applications removed.\n');
  expect(await server.value('select count(*)::int from public.applications')).toBe(1);
});
