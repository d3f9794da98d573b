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

test('samples have evidence, fitting scores and listed tags, and retention keeps them', async ({
  server,
}) => {
  await server.command('seed', '400');
  expect(
    await server.row`
      select count(*)::int as samples,
             count(e.application_id)::int as shown,
             count(*) filter (where e.application_id is not null and a.email_confirmed_at is null)::int as unconfirmed,
             count(*) filter (where a.status = 'accepted' and a.rating < 4)::int as accepted_low,
             count(*) filter (where a.status = 'interview' and a.rating not between 3 and 4.5)::int as interview_odd,
             count(*) filter (where a.status = 'declined' and a.rating not between 1 and 3)::int as declined_high,
             count(*) filter (where a.status in ('submitted', 'in_review', 'withdrawn') and a.rating > 0)::int as early
        from public.applications a left join public.application_evidence e on e.application_id = a.id
       where a.linkedin_profile like 'sample-builder-0%'`,
  ).toEqual({
    samples: 400,
    shown: 200,
    unconfirmed: 0,
    accepted_low: 0,
    interview_odd: 0,
    declined_high: 0,
    early: 0,
  });
  expect(
    await server.value`select count(*)::int from (
      select unnest(tags) from public.applications except select name from public.review_tags) unlisted`,
  ).toBe(0);
  expect(
    await server.value`select count(*)::int from public.applications, public.lab_terms t
      where created_at < now() - make_interval(days => 28 * least(
        t.unconfirmed_months, t.declined_months, t.withdrawn_months, t.accepted_months))`,
  ).toBe(0);
  expect(await server.value`select public.apply_retention()::int`).toBe(0);
});

test('an owner sees the ratings of new samples, because their scorecards are complete', async ({
  server,
  owner,
  reader,
}) => {
  await server.command('seed', 'remove');
  await server.command('seed', '60');
  const rated = await server.column<string>(
    `select id from public.applications where rating > 0 and linkedin_profile like 'sample-builder-0%'`,
  );
  expect(rated.length).toBeGreaterThan(5);
  const rows = await owner.pages('review_list', { sort: 'rating' });
  expect(rows.filter(({ rating }) => rating).map(({ id }) => id)).toEqual(expect.arrayContaining(rated));
  expect(
    await server.row`
      select count(*) filter (where c.revealed_at is null)::int as incomplete,
             count(*) filter (where c.reviewer = ${owner.id})::int as of_owner,
             count(*) filter (where c.reviewer = ${reader.id})::int as of_reader,
             count(*) filter (where a.rating <> (
               select avg(r.score) from public.application_ratings r where r.application_id = a.id))::int as other_means
        from public.applications a join public.application_scorecards c on c.application_id = a.id
       where a.id = any (${rated})`,
  ).toEqual({ incomplete: 0, of_owner: rated.length, of_reader: 0, other_means: 0 });
});
